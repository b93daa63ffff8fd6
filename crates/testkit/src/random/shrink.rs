//! Makes rules smaller as long as a condition holds of them.

/// Returns rules for which `fails` still holds, with as few lines and brackets as could
/// be found.
pub fn shrink(source: &str, fails: impl Fn(&str) -> bool) -> String {
    let fails = |lines: &[String]| fails(&lines.join("\n"));
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    let mut before = usize::MAX;
    while lines.join("\n").len() < before {
        before = lines.join("\n").len();
        fewer_lines(&mut lines, &fails);
        shorter_lines(&mut lines, &fails);
    }
    lines.join("\n")
}

fn fewer_lines(lines: &mut Vec<String>, fails: &impl Fn(&[String]) -> bool) {
    let mut length = lines.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at + length <= lines.len() {
            let mut fewer = lines.clone();
            fewer.drain(at..at + length);
            if fails(&fewer) {
                *lines = fewer;
            } else {
                at += 1;
            }
        }
        length /= 2;
    }
}

fn shorter_lines(lines: &mut [String], fails: &impl Fn(&[String]) -> bool) {
    let mut at = 0;
    while at < lines.len() {
        let mut all = brackets(&lines[at]);
        // The longest brackets come first.
        all.sort_by_key(|(from, to)| from.abs_diff(*to));
        let shorter = all.into_iter().rev().find_map(|(from, to)| {
            let mut simpler = vec!["0", "1", "2", "true", "false", "(0, 0)", "[0, 1]", "me", ""];
            // Perhaps the text within the brackets is enough.
            let within = lines[at][from + 1..to - 1].to_owned();
            simpler.extend(within.split(" if ").take(1));
            simpler.extend(within.split(" and ").take(2));
            simpler.push(&within);
            simpler.iter().find_map(|by| {
                let mut fewer = lines.to_vec();
                fewer[at].replace_range(from..to, by);
                (fewer[at].len() < lines[at].len() && fails(&fewer)).then_some(fewer)
            })
        });
        match shorter {
            Some(shorter) => lines.clone_from_slice(&shorter),
            None => at += 1,
        }
    }
}

/// Returns where the brackets of a line begin and end.
fn brackets(line: &str) -> Vec<(usize, usize)> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    for (at, letter) in line.char_indices() {
        match letter {
            '(' | '[' | '{' => open.push(at),
            ')' | ']' | '}' => all.extend(open.pop().map(|from| (from, at + 1))),
            _ => {}
        }
    }
    all
}
