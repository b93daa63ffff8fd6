//! The attributes and the visibility of an item.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Item, Meta, Visibility};

/// The attributes and the visibility of an item; `None` for items that have no visibility.
pub(super) fn head(item: &Item) -> Option<(&[Attribute], &Visibility)> {
    Some(match item {
        Item::Const(item) => (&item.attrs, &item.vis),
        Item::Enum(item) => (&item.attrs, &item.vis),
        Item::Fn(item) => (&item.attrs, &item.vis),
        Item::Mod(item) => (&item.attrs, &item.vis),
        Item::Static(item) => (&item.attrs, &item.vis),
        Item::Struct(item) => (&item.attrs, &item.vis),
        Item::Trait(item) => (&item.attrs, &item.vis),
        Item::Type(item) => (&item.attrs, &item.vis),
        Item::Union(item) => (&item.attrs, &item.vis),
        Item::Use(item) => (&item.attrs, &item.vis),
        _ => return None,
    })
}

/// Whether an item is only compiled for tests: it has `#[test]`, or a `#[cfg(…)]` that contains
/// `test` and does not contain `not`.
pub(super) fn is_test(item: &Item) -> bool {
    let attributes = match item {
        Item::Impl(item) => item.attrs.as_slice(),
        Item::Macro(item) => item.attrs.as_slice(),
        other => head(other).map_or(&[][..], |(attributes, _)| attributes),
    };
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            names(&list.tokens, "test") && !names(&list.tokens, "not")
        }
        _ => false,
    })
}

/// Whether the tokens contain an identifier with this name.
fn names(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(&group.stream(), name),
        _ => false,
    })
}
