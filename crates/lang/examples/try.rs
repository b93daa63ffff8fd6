use std::collections::{HashMap, VecDeque};
use zug_game::*;
use zug_lang::*;
fn run<W: Word>(game: RulesGame<W>, reference: &Reference<'_>, most: usize) {
    let start = game.start();
    println!(
        "  size {} bits {} moves {:?} nodes {} order {}",
        game.size(),
        game.instance().bits(),
        game.ground_moves(),
        game.residual_nodes(),
        game.declared_order()
    );
    println!("  start {}", game.print(&start));
    if let Some(p) = game.picture(&start) {
        print!("{p}");
    }
    let mut names = vec![];
    game.moves(&start, &mut names).unwrap();
    println!(
        "  moves {:?}",
        names
            .iter()
            .map(|m| game.move_name(&start, m))
            .collect::<Vec<_>>()
    );
    let mut seen: HashMap<W, ()> = HashMap::from([(start, ())]);
    let mut queue = VecDeque::from([start]);
    let mut out = vec![];
    let t = std::time::Instant::now();
    while let Some(p) = queue.pop_front() {
        out.clear();
        game.expand(&p, &mut out).unwrap();
        for s in &out {
            if seen.len() < most * 10 && seen.insert(s.position, ()).is_none() {
                queue.push_back(s.position);
            }
        }
    }
    println!("  {} positions in {:?}", seen.len(), t.elapsed());
    let mut checked = 0;
    for p in seen.keys().take(most) {
        let text = game.print(p);
        assert_eq!(game.parse(&text).unwrap(), *p, "{text}");
        assert_eq!(game.unrank(game.rank(p)), Some(*p));
        out.clear();
        let a = game.expand(p, &mut out).unwrap();
        let mut out2 = vec![];
        let b = reference.expand(&p.widen(), &mut out2).unwrap();
        assert_eq!(a, b, "{text}");
        let o: Vec<_> = out.iter().map(|s| (s.position.widen(), s.turn)).collect();
        let o2: Vec<_> = out2.iter().map(|s| (s.position, s.turn)).collect();
        assert_eq!(o, o2, "{text}");
        checked += 1;
    }
    println!("  {checked} agree with the reference");
}
fn main() {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap();
    let source = std::fs::read_to_string(&path).unwrap();
    let mut settings = Settings::default();
    let mut most = 300;
    for a in args {
        let (k, v) = a.split_once('=').unwrap();
        if k == "MOST" {
            most = v.parse().unwrap()
        } else {
            settings.parameters.push((k.into(), v.into()))
        }
    }
    let rules = match Rules::read(&source) {
        Ok(r) => r,
        Err(e) => {
            println!("{}", e.render(&source, &path, false));
            std::process::exit(1)
        }
    };
    let instance = |s: &Settings| match rules.instance(s) {
        Ok(i) => i,
        Err(Error::Rules(e)) => {
            println!("{}", e.render(&source, &path, false));
            std::process::exit(1)
        }
        Err(e) => {
            println!("{e}");
            std::process::exit(1)
        }
    };
    let i = instance(&settings);
    let i2 = instance(&settings);
    let reference = Reference::new(&i2);
    match i.game() {
        Ok(AnyGame::Narrow(g)) => run(g, &reference, most),
        Ok(AnyGame::Wide(g)) => run(g, &reference, most),
        Err(e) => {
            println!("{}", e.render(&source, &path, false));
            std::process::exit(1)
        }
    }
}
