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

/// Whether an item is only compiled for tests.
pub(super) fn is_test(item: &Item) -> bool {
    let attributes = match item {
        Item::Impl(item) => item.attrs.as_slice(),
        Item::Macro(item) => item.attrs.as_slice(),
        other => head(other).map_or(&[][..], |(attributes, _)| attributes),
    };
    are_of_test(attributes)
}

/// Whether the attributes of an item or a file say that it is only compiled for tests: by `test`, or
/// by a `cfg(…)` that contains `test` or the feature `testing` and does not contain `not`.
pub(super) fn are_of_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("cfg") => {
            let has = |token| has(&list.tokens, token);
            (has("test") || has("\"testing\"")) && !has("not")
        }
        _ => false,
    })
}

/// Whether the tokens contain an identifier or a literal that is written so.
fn has(tokens: &TokenStream, written: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == written,
        TokenTree::Literal(literal) => literal.to_string() == written,
        TokenTree::Group(group) => has(&group.stream(), written),
        TokenTree::Punct(_) => false,
    })
}
