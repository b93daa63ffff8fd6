use zug::{Problem, Request, SolveOptions, Value};

fn main() -> Result<(), zug::Error> {
    let request = Request::catalogue("tic-tac-toe")?.set("width", "4");
    let problem = Problem::new(&request)?;
    let solution = problem.solve(&SolveOptions::default())?;

    let root = problem.root();
    assert!(matches!(solution.value(&root)?, Some(Value::Win(_))));
    for answer in solution.moves(&root)? {
        println!("{}: {}", answer.name, answer.value);
    }
    solution.verify()?;
    Ok(())
}
