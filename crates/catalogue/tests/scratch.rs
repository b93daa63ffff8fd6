
use std::collections::{HashMap, HashSet};
use zug_catalogue::find;
use zug_game::*;
use zug_lang::*;
use zug_values::*;
/// All positions within reach, and what each is worth.
struct Solved<P> {
    positions: Vec<P>,
    values: Vec<Value>,
    moves: usize,
}

/// Finds all positions within reach of the roots, then gives a value to each
/// that must have one, in rounds of growing remoteness; what never gets one is
/// a draw.
fn solve<G: Game>(game: &G, roots: impl IntoIterator<Item = G::Position>) -> Solved<G::Position> {
    let mut positions: Vec<G::Position> = Vec::new();
    let mut places: HashMap<G::Position, usize> = HashMap::new();
    let mut place = |position: G::Position, positions: &mut Vec<G::Position>| {
        *places.entry(position).or_insert_with(|| {
            positions.push(position);
            positions.len() - 1
        })
    };
    for root in roots {
        place(root, &mut positions);
    }
    let mut values: Vec<Option<Value>> = Vec::new();
    let mut children: Vec<Vec<(usize, Turn)>> = Vec::new();
    let mut steps = Vec::new();
    while children.len() < positions.len() {
        steps.clear();
        let result = game.expand(&positions[children.len()], &mut steps).unwrap();
        values.push(result.map(Value::finished));
        let steps = steps.iter();
        children.push(
            steps
                .map(|step| (place(step.position, &mut positions), step.turn))
                .collect(),
        );
    }
    loop {
        let mut fresh = Vec::new();
        for (place, children) in children.iter().enumerate() {
            if values[place].is_some() {
                continue;
            }
            let options: Vec<Option<Value>> = children
                .iter()
                .map(|&(child, turn)| values[child].map(|value| value.before(turn)))
                .collect();
            let best = options.iter().copied().flatten().max();
            let is_known = matches!(best, Some(Value::Win(_))) || options.iter().all(Option::is_some);
            if is_known {
                fresh.push((place, best));
            }
        }
        if fresh.is_empty() {
            break;
        }
        for (place, value) in fresh {
            values[place] = value;
        }
    }
    Solved {
        moves: children.iter().map(Vec::len).sum(),
        positions,
        values: values
            .into_iter()
            .map(|value| value.unwrap_or(Value::Draw))
            .collect(),
    }
}


fn game(n:&str, ps:&[(&str,&str)])->RulesGame<u64>{
 let s=Settings{parameters:ps.iter().map(|(a,b)|(a.to_string(),b.to_string())).collect(),..Settings::default()};
 let AnyGame::Narrow(g)=Rules::read(find(n).unwrap().source).unwrap().instance(&s).unwrap().game().unwrap() else {panic!()}; g }
#[test] fn krk(){
 let g=game("krk",&[]);
 let s=solve(&g,[g.start()]);
 let mut c=HashMap::<String,(usize,u32)>::new();
 for (p,v) in s.positions.iter().zip(&s.values){
   let t=g.print(p); let over=t.contains("over");
   let stuckterm = g.result(p).unwrap().is_some();
   let e=c.entry(format!("{:?} {:?} over={over} term={stuckterm}",g.mover(p),v.outcome())).or_default(); e.0+=1; e.1=e.1.max(v.remoteness().map_or(0,|x|x.0));
 }
 let mut c:Vec<_>=c.into_iter().collect(); c.sort();
 println!("{} {:?}",s.positions.len(),s.moves); for x in c {println!("{x:?}");}
}
#[test] fn vasya(){
 for n in ["2","3","4","5"]{
 let g=game("vasya-chess",&[("n",n)]);
 let mut seen=HashSet::new(); let mut stack=vec![g.start()]; seen.insert(g.start()); let mut out=vec![]; let mut live=0; let mut term=0;
 while let Some(p)=stack.pop(){ out.clear(); let r=g.expand(&p,&mut out).unwrap(); if g.print(&p).contains("over"){term+=1}else{live+=1}; let _=r; for s in &out{ if seen.insert(s.position){stack.push(s.position)}}}
 println!("vasya {n}: {} live {live} over {term}",seen.len()); }
}
#[test] fn numbers(){
 let g=game("numbers",&[]);
 let all:Vec<_>=(0..g.size()).map(|r|g.unrank(r).unwrap()).collect();
 let s=solve(&g,all);
 let mut c=HashMap::<String,usize>::new();
 for (p,v) in s.positions.iter().zip(&s.values){ let mut o=vec![]; let fin=g.expand(p,&mut o).unwrap().is_some(); *c.entry(format!("{:?} {:?} fin={fin}",g.mover(p),v.outcome())).or_default()+=1;}
 let mut c:Vec<_>=c.into_iter().collect(); c.sort(); for x in c {println!("{x:?}");}
}
#[test] fn misc(){
 for (n,ps) in [("domineering",vec![]),("kalah",vec![]),("morris",vec![]),("domineering",vec![("width","5")]),("kalah",vec![("pits","3"),("seeds","3")]),("dodgem",vec![]),("krk",vec![("n","4")]),("reversi",vec![]),("hexapawn",vec![("width","5"),("height","4")]),("tic-tac-toe",vec![("width","4"),("height","4"),("k","3")][..0].to_vec())]{
 let g=game(n,&ps); let s=solve(&g,[g.start()]); println!("{n} {ps:?} {} start {} order {}",s.positions.len(),s.values[0],g.order());
 let mut m=vec![]; g.moves(&g.start(),&mut m).unwrap();
 println!("   {:?}",m.iter().map(|x|g.move_name(&g.start(),x)).collect::<Vec<_>>());
 }
}
