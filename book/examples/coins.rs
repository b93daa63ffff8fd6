use zug_game::{Fault, Game, Players, Step};
use zug_solve::positions::Graph;
use zug_solve::{Job, impartial, strong};
use zug_values::{Nimber, Plies, Value};

struct Coins(u32);

impl Game for Coins {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> u32 {
        self.0
    }
    fn players(&self) -> Players<Self> {
        Players::Impartial
    }
    fn moves(&self, coins: &u32, out: &mut Vec<u32>) -> Result<(), Fault> {
        out.extend([1, 3, 4].into_iter().filter(|take| take <= coins));
        Ok(())
    }
    fn play(&self, coins: &u32, take: &u32) -> Result<Step<u32>, Fault> {
        Ok(Step::passing(coins - take))
    }
    fn move_name(&self, _: &u32, take: &u32) -> String {
        format!("take {take}")
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Coins(21);
    let job = Job::default();

    let graph = Graph::explore(&game, [game.start()], &job)?;
    let nimbers = impartial::nimbers(&graph, &job)?;
    let seven = graph.id(&7).expect("7 is on the way from 21");
    assert_eq!(nimbers.get(seven), Nimber(0));

    let solution = graph.solve(strong::Method::Auto, &job)?;
    assert_eq!(solution.value(&7), Some(Value::Loss(Plies(4))));
    assert_eq!(solution.value(&22), None); // play cannot reach it from 21
    assert_eq!(solution.counts().losses(), 7);
    Ok(())
}
