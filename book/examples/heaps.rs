use zug_heaps::HeapGame;
use zug_sequences::{Job, Sequence, SequenceOptions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: HeapGame = "Dawson's Chess".parse()?;
    let mut sequence = Sequence::new(&game, SequenceOptions::default(), &Job::default())?;
    while sequence.known() < 1000 && sequence.proof().is_none() {
        sequence.step(1000)?; // some milliseconds of work
    }

    let proof = sequence.proof().ok_or("no period is proved")?;
    assert_eq!(proof.repetition.preperiod(), 52);
    assert_eq!(proof.repetition.period(), 34);
    assert_eq!(sequence.nimber(1_000_000_000_000_000_000), Some(7));
    Ok(())
}
