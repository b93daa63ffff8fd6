//! Tests of the rules language: every faster way agrees with the plain evaluator.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod small;
mod standing;

mod agree;
mod bounded;
mod climbing;
mod cost;
mod definitions;
mod endless;
mod expressions;
mod fuzz;
mod indexed;
mod left_games;
mod looks;
mod material;
mod mistakes;
mod newcomers;
mod nasty;
mod orbits;
mod parts;
mod picked;
mod plain_moves;
mod reading;
mod retract;
mod rows;
mod runners;
mod settings;
mod shared_bits;
mod sharing;
mod squares;
mod steps;
mod swap;
mod symbolic;
mod symmetries;
mod unmoves;
mod value_types;
mod values;
mod visible;
