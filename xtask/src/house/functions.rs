//! The length of functions: the number of lines from `fn` to the closing brace. Functions of tests
//! count too.

use syn::visit::{self, Visit};
use syn::{Block, File, ImplItemFn, ItemFn, Signature, TraitItemFn};

/// A function with a body.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) lines: usize,
}

/// All functions of a file that have a body.
pub(super) fn functions(file: &File) -> Vec<Function> {
    let mut finder = Finder(Vec::new());
    finder.visit_file(file);
    finder.0
}

struct Finder(Vec<Function>);

impl Finder {
    fn add(&mut self, signature: &Signature, block: &Block) {
        let begin = signature.fn_token.span;
        let end = block.brace_token.span.close();
        self.0.push(Function {
            name: signature.ident.to_string(),
            lines: end.end().line - begin.start().line + 1,
        });
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.add(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.add(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        if let Some(block) = &function.default {
            self.add(&function.sig, block);
        }
        visit::visit_trait_item_fn(self, function);
    }
}
