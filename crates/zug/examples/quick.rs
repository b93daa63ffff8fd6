use zug::*;
fn main() -> Result<(), Error> {
    let mut a = std::env::args().skip(1);
    let path = a.next().unwrap();
    let mut r = Request::rules(std::fs::read_to_string(&path).unwrap(), path);
    let mut o = SolveOptions::default();
    let mut verify = false;
    for s in a { let (k, v) = s.split_once('=').unwrap(); match k { "FROM" => r = r.from(v), "ALL" => r.scope = Scope::Everywhere, "T" => o.threads = v.parse().unwrap(), "MEM" => o.memory = v.parse().unwrap(), "VERIFY" => verify = true, _ => r = r.set(k, v) } }
    let p = match Problem::new(&r) { Ok(p) => p, Err(e) => { println!("{}", e.render(false)); return Ok(()) } };
    let t = std::time::Instant::now();
    let s = match p.solve(&o) { Ok(s) => s, Err(e) => { println!("{e} after {:?}", t.elapsed()); return Ok(()) } };
    let e = t.elapsed();
    let c = s.counts();
    println!("{} {:?} nimber {:?} {c:?} {:?} peak {} = {:.1} B/pos; {:.0} pos/s {:.0} moves/s {}", p.print(&p.root()), s.value(&p.root()), s.nimber(&p.root()), e, s.peak_bytes(), s.peak_bytes() as f64 / c.canonical as f64, c.canonical as f64 / e.as_secs_f64(), c.moves as f64 / e.as_secs_f64(), s.method());
    if verify { let t = std::time::Instant::now(); println!("{} {:?}", s.verify()?, t.elapsed()); }
    Ok(())
}
