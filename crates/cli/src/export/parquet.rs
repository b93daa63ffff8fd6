//! Parquet, in groups of rows, compressed by zstd.

use std::io::{self, Write};
use std::sync::Arc;

use anyhow::{Context, Result};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::{Column, Field};

/// The number of rows of a group, which is held in memory until it is written.
const GROUP: usize = 1 << 16;

/// The system's own error, if an error says only that the file could not be written.
pub(super) fn of_the_system(error: anyhow::Error) -> anyhow::Error {
    match error.downcast() {
        Ok(ParquetError::External(why)) => match why.downcast::<io::Error>() {
            Ok(why) => (*why).into(),
            Err(why) => ParquetError::External(why).into(),
        },
        Ok(other) => other.into(),
        Err(error) => error,
    }
}

/// Writes rows as columns.
pub(super) struct Sink<'w, W: Write + Send> {
    out: SerializedFileWriter<&'w mut W>,
    columns: Vec<Values>,
    rows: usize,
}

/// The values of a column in the rows of a group. `defined` says of each row whether it has a
/// value.
enum Values {
    Text {
        defined: Vec<i16>,
        values: Vec<ByteArray>,
    },
    Number {
        defined: Vec<i16>,
        values: Vec<i64>,
    },
}

impl<'w, W: Write + Send> Sink<'w, W> {
    /// Writes the head of a file with these columns.
    pub(super) fn new(out: &'w mut W, columns: &[Column]) -> Result<Self> {
        let fields = columns.iter().map(|column| {
            let (physical, logical) = if column.is_number {
                (Physical::INT64, None)
            } else {
                (Physical::BYTE_ARRAY, Some(LogicalType::String))
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
        Ok(Self {
            out: SerializedFileWriter::new(out, schema, Arc::new(properties))?,
            columns: columns.iter().map(Values::new).collect(),
            rows: 0,
        })
    }

    /// Writes the rest and the foot of the file.
    pub(super) fn finish(mut self) -> Result<()> {
        self.write_group()?;
        self.out.close()?;
        Ok(())
    }

    fn write_group(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        self.rows = 0;
        let mut group = self.out.next_row_group()?;
        for column in &mut self.columns {
            let next = group.next_column()?;
            let mut writer = next.context("a group has all columns")?;
            match column {
                Values::Text { defined, values } => {
                    let typed = writer.typed::<ByteArrayType>();
                    typed.write_batch(values, Some(defined), None)?;
                    defined.clear();
                    values.clear();
                }
                Values::Number { defined, values } => {
                    let typed = writer.typed::<Int64Type>();
                    typed.write_batch(values, Some(defined), None)?;
                    defined.clear();
                    values.clear();
                }
            }
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }
}

impl Values {
    fn new(column: &Column) -> Self {
        if column.is_number {
            Self::Number {
                defined: Vec::new(),
                values: Vec::new(),
            }
        } else {
            Self::Text {
                defined: Vec::new(),
                values: Vec::new(),
            }
        }
    }

    fn push(&mut self, field: &Field) {
        match (self, field) {
            (Self::Text { defined, values }, Field::Text(text)) => {
                defined.push(1);
                values.push(ByteArray::from(text.as_str()));
            }
            (Self::Number { defined, values }, Field::Number(number)) => {
                defined.push(1);
                values.push(*number);
            }
            (Self::Text { defined, .. } | Self::Number { defined, .. }, _) => defined.push(0),
        }
    }
}

impl<W: Write + Send> super::Sink for Sink<'_, W> {
    fn row(&mut self, fields: &[Field]) -> Result<()> {
        for (column, field) in self.columns.iter_mut().zip(fields) {
            column.push(field);
        }
        self.rows += 1;
        if self.rows == GROUP {
            self.write_group()?;
        }
        Ok(())
    }
}
