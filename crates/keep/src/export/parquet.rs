//! Parquet, in groups of rows, compressed by zstd.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use zug::{Column, ColumnValues};

use crate::error::{Error, Result};
use crate::export::field::{Field, rows};

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
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(logical)
                .build()?;
            Ok(Arc::new(field))
        });
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let schema = Type::group_type_builder("positions").with_fields(fields);
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("zug ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let schema = Arc::new(schema.build()?);
        let out = SerializedFileWriter::new(out, schema, Arc::new(properties))?;
        Ok(Self { out })
    }

    /// Writes the rows of a block.
    pub(crate) fn write(&mut self, columns: &[Column]) -> Result<()> {
        let mut group = self.out.next_row_group()?;
        for column in columns {
            let fields = || {
                let rows = 0..rows(&column.values);
                rows.map(|row| Field::at(&column.values, row))
            };
            let defined = fields().map(|field| (field != Field::None).into());
            let defined: Vec<i16> = defined.collect();
            let next = group.next_column()?;
            let mut writer = next.expect("a group has all columns");
            if is_text(column) {
                let texts = fields().filter_map(|field| match field {
                    Field::Text(text) => Some(ByteArray::from(text)),
                    _ => None,
                });
                let texts: Vec<ByteArray> = texts.collect();
                let typed = writer.typed::<ByteArrayType>();
                typed.write_batch(&texts, Some(&defined), None)?;
            } else {
                let numbers = fields().filter_map(|field| match field {
                    Field::Number(number) => Some(number),
                    _ => None,
                });
                let numbers: Vec<i64> = numbers.collect();
                let typed = writer.typed::<Int64Type>();
                typed.write_batch(&numbers, Some(&defined), None)?;
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

fn is_text(column: &Column) -> bool {
    matches!(
        column.values,
        ColumnValues::Names { .. } | ColumnValues::Texts(_)
    )
}
