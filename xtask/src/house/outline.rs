//! The modules that a file declares, and the paths in the file.

use std::mem;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemMod, ItemUse, Macro, UseTree, Visibility};

use super::item::is_test;

/// The path of a module: its name after the names of the modules around it.
pub(super) type Module = Vec<String>;

/// The modules that a file declares, and its paths. The path of each module begins at the module of the file.
#[derive(Default)]
pub(super) struct Outline {
    /// Modules that have files of their own.
    pub(super) files: Vec<Module>,
    /// Modules whose bodies are in this file.
    pub(super) bodies: Vec<Module>,
    pub(super) paths: Vec<Path>,
    /// The module that the visitor is in.
    current: Module,
}

/// A path in a source.
pub(super) struct Path {
    /// The module that contains the path.
    pub(super) module: Module,
    pub(super) segments: Vec<String>,
    /// For a path in a `use`: the name that the module knows the item by.
    pub(super) name: Option<String>,
}

impl Outline {
    pub(super) fn new(file: &File) -> Self {
        let mut outline = Self::default();
        outline.visit_file(file);
        outline
    }

    fn add(&mut self, segments: Vec<String>, name: Option<String>) {
        // A single name may be a variable.
        if segments.len() > 1 {
            let module = self.current.clone();
            self.paths.push(Path {
                module,
                segments,
                name,
            });
        }
    }

    /// Adds all paths of a `use` that begin with some segments.
    fn add_use(&mut self, mut segments: Vec<String>, tree: &UseTree) {
        let (last, name) = match tree {
            UseTree::Path(path) => {
                segments.push(path.ident.to_string());
                return self.add_use(segments, &path.tree);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_use(segments.clone(), tree);
                }
                return;
            }
            UseTree::Glob(_) => ("*".to_owned(), None),
            UseTree::Name(name) => (name.ident.to_string(), None),
            UseTree::Rename(rename) => (rename.ident.to_string(), Some(rename.rename.to_string())),
        };
        // `use a::{self, b}` names `a`.
        if last != "self" || segments.is_empty() {
            segments.push(last);
        }
        let name = name.or_else(|| segments.last().cloned());
        self.add(segments, name);
    }

    /// Adds the paths among the tokens of a macro.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut segments = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.add(mem::take(&mut segments), None);
                    }
                    segments.push(ident.to_string());
                    colons = 0;
                }
                other => {
                    self.add(mem::take(&mut segments), None);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.add(segments, None);
    }
}

impl<'ast> Visit<'ast> for Outline {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        self.current.push(module.ident.to_string());
        if module.content.is_some() {
            self.bodies.push(self.current.clone());
        } else {
            self.files.push(self.current.clone());
        }
        visit::visit_item_mod(self, module);
        self.current.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.add_use(Vec::new(), &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter();
        self.add(
            segments.map(|segment| segment.ident.to_string()).collect(),
            None,
        );
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.add_tokens(call.tokens.clone());
        visit::visit_macro(self, call);
    }

    // `pub(in crate::a)` and `#[a::b]` need no other file.
    fn visit_visibility(&mut self, _: &'ast Visibility) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}
