//! Circles: files of a crate that need each other, so that no file can be understood first.
//!
//! A file needs another file if a path in it leads to a module of the other file. The path may be
//! in a `use` or `pub use`, in code, or in a call of a macro, and begins with `crate`, `super`,
//! `self` or the name of a child module. Items for tests, `mod name;`, visibilities and links in
//! documentation do not count. A circle is a strongly connected component of at least two files.
//!
//! The face of a folder is the file of its module, `name.rs` or `name/mod.rs`; the face of a crate
//! is `lib.rs` or `main.rs`. A face exports again what the files in its folder declare, and these
//! files often take names from their face. For this reason circles are counted in two ways:
//!
//! - *With faces*, a path leads to the file of the deepest module that it names. A file that takes
//!   a name from its face is in a circle with the face if the face exports a name of the file.
//! - *Without faces*, a path to a name that a module brings in with `use` leads to the file that
//!   declares the name, and a path from a file to the face of a folder around it does not count.
//!
//! The circles of two files are the pairs of files that need each other directly, counted without
//! faces. A pair inside a larger circle counts too, so that a new pair is found there.

use std::collections::BTreeMap;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use super::outline::{Module, Path};
use super::record::Circle;
use super::source::Source;

/// Whether the faces of folders take part in circles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Faces {
    With,
    Without,
}

/// The modules of all crates.
pub(super) fn trees(sources: &[Source]) -> Vec<Tree<'_>> {
    let by_path: BTreeMap<&str, &Source> = sources
        .iter()
        .map(|source| (source.path.as_str(), source))
        .collect();
    let is_root = |path: &&&str| path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs");
    let roots = by_path.keys().filter(is_root);
    roots
        .map(|root| {
            let mut tree = Tree::default();
            tree.add(&by_path, root, &[]);
            tree
        })
        .collect()
}

/// The modules of a crate.
#[derive(Default)]
pub(super) struct Tree<'a> {
    /// Each file, with its module.
    files: Vec<(&'a Source, Module)>,
    /// The file that each module is in.
    modules: BTreeMap<Module, usize>,
}

impl<'a> Tree<'a> {
    /// Adds the file of a module, and the files of the modules in it.
    fn add(&mut self, by_path: &BTreeMap<&'a str, &'a Source>, path: &str, module: &[String]) {
        let Some(source) = by_path.get(path) else {
            return;
        };
        let inner = |name: &Module| [module, name].concat();
        let file = self.files.len();
        self.files.push((source, module.to_vec()));
        self.modules.insert(module.to_vec(), file);
        for name in &source.outline.bodies {
            self.modules.insert(inner(name), file);
        }
        let stem = path.strip_suffix(".rs").unwrap_or(path);
        let is_face = ["/mod", "/lib", "/main"]
            .iter()
            .any(|end| stem.ends_with(end));
        let folder = stem.rsplit_once('/').filter(|_| is_face);
        let folder = folder.map_or(stem, |(folder, _)| folder);
        for name in &source.outline.files {
            let below = format!("{folder}/{}", name.join("/"));
            self.add(by_path, &format!("{below}.rs"), &inner(name));
            self.add(by_path, &format!("{below}/mod.rs"), &inner(name));
        }
    }

    /// A graph with a node for each file, in the order of `files`, and an edge to each file that it
    /// needs.
    pub(super) fn graph(&self, faces: Faces) -> DiGraph<(), ()> {
        let names = match faces {
            Faces::With => BTreeMap::new(),
            Faces::Without => self.names(),
        };
        let mut graph = DiGraph::new();
        for _ in &self.files {
            graph.add_node(());
        }
        for (file, (source, module)) in self.files.iter().enumerate() {
            for path in &source.outline.paths {
                let Some(place) = self.place(module, path) else {
                    continue;
                };
                let to = self.file(&self.follow(&names, place));
                let other = &self.files[to].1;
                let is_around = other.len() < module.len() && module.starts_with(other);
                if faces == Faces::With || !is_around {
                    graph.update_edge(NodeIndex::new(file), NodeIndex::new(to), ());
                }
            }
        }
        graph
    }

    /// The circles of files.
    pub(super) fn circles(&self, graph: &DiGraph<(), ()>) -> Vec<Circle> {
        let components = tarjan_scc(graph).into_iter();
        let circles = components.filter(|component| component.len() > 1);
        let mut circles: Vec<Circle> = circles.map(|circle| self.paths(&circle)).collect();
        circles.sort();
        circles
    }

    /// The circles of two files, also inside larger circles.
    pub(super) fn pairs(&self, graph: &DiGraph<(), ()>) -> Vec<Circle> {
        let ends = graph
            .edge_references()
            .map(|edge| [edge.source(), edge.target()]);
        let back = |[from, to]: &[NodeIndex; 2]| from < to && graph.contains_edge(*to, *from);
        let mut pairs: Vec<Circle> = ends.filter(back).map(|pair| self.paths(&pair)).collect();
        pairs.sort();
        pairs
    }

    /// The paths of files, sorted.
    fn paths(&self, files: &[NodeIndex]) -> Circle {
        let files = files.iter().map(|file| &self.files[file.index()]);
        let mut paths: Circle = files.map(|(file, _)| file.path.clone()).collect();
        paths.sort();
        paths
    }

    /// Returns the path from the root of the crate that a path in a file stands for, or `None` if
    /// the path begins neither with `crate`, `self` or `super` nor with a child module.
    fn place(&self, file: &Module, path: &Path) -> Option<Module> {
        let mut place = [file.as_slice(), &path.module].concat();
        let mut segments = path.segments.iter().peekable();
        match segments.peek()?.as_str() {
            "crate" => place.clear(),
            "self" => {}
            "super" => {
                place.pop()?;
            }
            child => {
                place.push(child.to_owned());
                self.modules.get(&place)?;
            }
        }
        segments.next();
        while segments.next_if(|segment| *segment == "super").is_some() {
            place.pop()?;
        }
        place.extend(segments.cloned());
        Some(place)
    }

    /// The names that modules bring in with `use`: the path of the name in the module, with the
    /// path that the `use` has for it.
    fn names(&self) -> BTreeMap<Module, Module> {
        let mut names = BTreeMap::new();
        for (source, module) in &self.files {
            for path in &source.outline.paths {
                let Some(name) = &path.name else { continue };
                if let Some(place) = self.place(module, path) {
                    let inside = [module.as_slice(), &path.module].concat();
                    names.insert([inside, vec![name.clone()]].concat(), place);
                }
            }
        }
        names
    }

    /// Replaces each name that a module brings in with `use` by the path of the `use`, until the
    /// path leads to a declaration.
    fn follow(&self, names: &BTreeMap<Module, Module>, mut place: Module) -> Module {
        // The limit ends the loop for two names that are exported from each other.
        for _ in 0..16 {
            let depth = self.deepest(&place) + 1;
            let Some(from) = place.get(..depth).and_then(|name| names.get(name)) else {
                break;
            };
            place = [from, &place[depth..]].concat();
        }
        place
    }

    /// The length of the longest beginning of a path that is a module.
    fn deepest(&self, place: &[String]) -> usize {
        let is_module = |depth: &usize| self.modules.contains_key(&place[..*depth]);
        (1..=place.len()).take_while(is_module).count()
    }

    /// The file of the deepest module that a path names.
    fn file(&self, place: &[String]) -> usize {
        self.modules[&place[..self.deepest(place)]]
    }
}
