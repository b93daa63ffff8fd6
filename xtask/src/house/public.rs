//! Public items: constants, types, traits, modules, functions and methods that are plainly `pub`.
//!
//! Fields, variants, re-exports, and items and files for tests do not count.

use syn::visit::{self, Visit};
use syn::{File, ImplItem, Item, Visibility};

use super::item::{are_of_test, head, is_test};

/// The number of public items of a file.
pub(super) fn count(file: &File) -> usize {
    if are_of_test(&file.attrs) {
        return 0;
    }
    let mut counter = Counter(0);
    counter.visit_file(file);
    counter.0
}

struct Counter(usize);

impl Counter {
    fn add(&mut self, visibility: &Visibility) {
        self.0 += usize::from(matches!(visibility, Visibility::Public(_)));
    }
}

impl<'ast> Visit<'ast> for Counter {
    fn visit_item(&mut self, item: &'ast Item) {
        if is_test(item) || matches!(item, Item::Use(_)) {
            return;
        }
        if let Some((_, visibility)) = head(item) {
            self.add(visibility);
        }
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        match item {
            ImplItem::Const(item) => self.add(&item.vis),
            ImplItem::Fn(item) => self.add(&item.vis),
            ImplItem::Type(item) => self.add(&item.vis),
            _ => {}
        }
        visit::visit_impl_item(self, item);
    }
}
