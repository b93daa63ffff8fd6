//! Parquet, in groups of rows, compressed by zstd.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};
use zug::{Column, ColumnValues};

use crate::error::{Error, Result};
use crate::export::field::numbers;

/// The system's own error, if an error says only that the file could not be written.
pub(crate) fn of_the_system(error: Error) -> Error {
    match error {
        Error::Parquet(ParquetError::External(why)) => match why.downcast::<io::Error>() {
            Ok(why) => (*why).into(),
            Err(why) => ParquetError::External(why).into(),
        },
        other => other,
    }
}

/// Writes blocks of rows as groups of a file.
pub(crate) struct Groups<'w, W: Write + Send> {
    out: SerializedFileWriter<&'w mut W>,
}

impl<'w, W: Write + Send> Groups<'w, W> {
    /// Writes the head of a file with these columns.
    pub(crate) fn new(out: &'w mut W, columns: &[Column]) -> Result<Self> {
        let fields = columns.iter().map(|column| {
            let (physical, logical) = if is_text(column) {
                (Physical::BYTE_ARRAY, Some(LogicalType::String))
            } else {
                (Physical::INT64, None)
            };
            let field = Type::primitive_type_builder(&column.name, physical)
                .with_repetition(match defined(column) {
                    Some(_) => Repetition::OPTIONAL,
                    None => Repetition::REQUIRED,
                })
                .with_logical_type(logical)
                .build()?;
            Ok(Arc::new(field))
        });
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let schema = Type::group_type_builder("positions").with_fields(fields);
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("zug ", env!("CARGO_PKG_VERSION")).to_owned());
        for column in columns.iter().filter(|column| is_text(column)) {
            let path = || ColumnPath::new(vec![column.name.clone()]);
            // Rows come in no order of letters: the least and the largest text of a group tell readers nothing.
            let none = EnabledStatistics::None;
            properties = properties.set_column_statistics_enabled(path(), none);
            // Each position is there once: a dictionary would be of no use.
            if matches!(column.values, ColumnValues::Texts(_)) {
                properties = properties.set_column_dictionary_enabled(path(), false);
            }
        }
        let schema = Arc::new(schema.build()?);
        let out = SerializedFileWriter::new(out, schema, Arc::new(properties.build()))?;
        Ok(Self { out })
    }

    /// Writes the rows of a block.
    pub(crate) fn write(&mut self, columns: &[Column]) -> Result<()> {
        let mut group = self.out.next_row_group()?;
        for column in columns {
            let defined = defined(column);
            let levels = defined.map(|defined| defined.iter().map(|is| (*is).into()));
            let levels: Option<Vec<i16>> = levels.map(Iterator::collect);
            let levels = levels.as_deref();
            let next = group.next_column()?;
            let mut writer = next.expect("a group has all columns");
            if is_text(column) {
                let typed = writer.typed::<ByteArrayType>();
                typed.write_batch(&texts(&column.values), levels, None)?;
            } else {
                let mut numbers = numbers(&column.values);
                if let Some(defined) = defined {
                    let mut is_defined = defined.iter().map(|is| *is != 0);
                    numbers.retain(|_| is_defined.next() == Some(true));
                }
                let typed = writer.typed::<Int64Type>();
                typed.write_batch(&numbers, levels, None)?;
            }
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes the foot of the file.
    pub(crate) fn finish(self) -> Result<()> {
        self.out.close()?;
        Ok(())
    }
}

/// The texts of a column. They share memory: a name that many rows have is there once.
fn texts(values: &ColumnValues) -> Vec<ByteArray> {
    match values {
        ColumnValues::Texts(texts) => {
            let all = ByteArray::from(texts.concat().into_bytes());
            let mut end = 0;
            let slices = texts.iter().map(|text| {
                end += text.len();
                all.slice(end - text.len(), text.len())
            });
            slices.collect()
        }
        ColumnValues::Names { names, .. } => {
            let names = names.iter().map(|name| ByteArray::from(&**name));
            let names: Vec<ByteArray> = names.collect();
            let places = numbers(values).into_iter();
            places.map(|place| names[place as usize].clone()).collect()
        }
        ColumnValues::Numbers { .. } | ColumnValues::Truths(_) => Vec::new(),
    }
}

/// Whether each row has a number, as a byte 0 or 1; `None` if all rows have a value.
fn defined(column: &Column) -> Option<&[u8]> {
    match &column.values {
        ColumnValues::Numbers { defined, .. } => defined.as_deref(),
        _ => None,
    }
}

fn is_text(column: &Column) -> bool {
    matches!(
        column.values,
        ColumnValues::Names { .. } | ColumnValues::Texts(_)
    )
}
