//! Exported tables.

use std::fs::File;

use zug::{Job, Problem, Request, Solution, SolveOptions};
use zug_keep::export;

fn solved(game: &str) -> (Problem, Solution) {
    let problem = Problem::new(&Request::catalogue(game).unwrap()).unwrap();
    let solution = problem.solve(&SolveOptions::default()).unwrap();
    (problem, solution)
}

fn csv(game: &str, texts: bool) -> Vec<String> {
    let (problem, solution) = solved(game);
    let mut out = Vec::new();
    export::csv(&problem, &solution, texts, &mut out, &Job::default()).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn a_name_with_a_comma_stands_in_quotation_marks() {
    let lines = csv("tic-tac-toe", true);
    assert!(
        lines[0].starts_with("position,\"board[0,0]\",\"board[0,1]\","),
        "{}",
        lines[0]
    );
    assert!(lines[0].ends_with(",turn,orbit,outcome,remoteness,finished"));
    assert_eq!(lines.len(), 766);
    let without = csv("tic-tac-toe", false);
    let cut = lines.iter().map(|line| line.split_once(',').unwrap().1);
    assert!(cut.eq(&without));
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_says_the_same_as_csv() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    let folder = tempfile::tempdir().unwrap();
    for game in ["tic-tac-toe", "kayles", "kalah-by-margin"] {
        let (problem, solution) = solved(game);
        let path = folder.path().join(game);
        let mut file = File::create(&path).unwrap();
        export::parquet(&problem, &solution, true, &mut file, &Job::default()).unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let field = |(_, field): (&String, &Field)| match field {
            Field::Null => String::new(),
            Field::Long(number) => number.to_string(),
            Field::Str(text) if text.contains(',') => format!("\"{text}\""),
            Field::Str(text) => text.clone(),
            other => panic!("{other:?}"),
        };
        let rows = reader.get_row_iter(None).unwrap();
        let lines = rows.map(|row| {
            let row = row.unwrap();
            let fields = row.get_column_iter().map(field);
            fields.collect::<Vec<_>>().join(",")
        });
        assert_eq!(lines.collect::<Vec<_>>(), csv(game, true)[1..], "{game}");
    }
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_so() {
    let (problem, solution) = solved("kayles");
    let mut file: File = tempfile::tempfile().unwrap();
    let refused = export::parquet(&problem, &solution, true, &mut file, &Job::default());
    assert!(
        matches!(refused, Err(zug_keep::Error::NoParquet)),
        "{refused:?}"
    );
}
