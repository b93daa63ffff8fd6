//! Has a function compiled and put into memory.

use cranelift_codegen::Context;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, Signature};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use zug_game::Game;
use zug_lang::RulesGame;
use zug_lang::residual::Residual;

use crate::Error;
use crate::call::{Compiled, Machine};
use crate::lower::{Lower, Tables};

/// Compiles a residual program.
pub(crate) fn build<W: Machine>(
    residual: &Residual,
    game: &RulesGame<W>,
) -> Result<Compiled<W>, Error> {
    let host = isa("backtracking")?;
    let mut context = Context::new();
    context.func.signature = signature::<W>(host.default_call_conv());
    let tables = Tables::new(residual);
    let mut frontend = FunctionBuilderContext::new();
    Lower::function::<W>(
        residual,
        &tables,
        game.stuck(),
        &mut context.func,
        &mut frontend,
    )?;
    let isa = if context.func.dfg.num_insts() > LARGE {
        isa("single_pass")?
    } else {
        host
    };
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let (id, bytes) = define(&mut module, &mut context)?;
    module
        .finalize_definitions()
        .map_err(|error| Error::Generator(error.to_string()))?;
    let most = residual.sides.iter().map(|side| side.moves.len()).max();
    Ok(Compiled::new(
        module,
        id,
        bytes,
        tables.into_values(),
        most.unwrap_or(0),
    ))
}

fn define(
    module: &mut JITModule,
    context: &mut Context,
) -> Result<(cranelift_module::FuncId, usize), Error> {
    let refused = |error: cranelift_module::ModuleError| Error::Generator(error.to_string());
    let id = module
        .declare_function("expand", Linkage::Export, &context.func.signature)
        .map_err(refused)?;
    module.define_function(id, context).map_err(refused)?;
    let bytes = context
        .compiled_code()
        .map_or(0, |code| code.code_info().total_size);
    module.clear_context(context);
    Ok((id, bytes as usize))
}

/// The words of a position, where successors go, the tables; gives a status.
fn signature<W: Machine>(convention: CallConv) -> Signature {
    let mut signature = Signature::new(convention);
    for _ in 0..W::WORDS + 2 {
        signature.params.push(AbiParam::new(I64));
    }
    signature.returns.push(AbiParam::new(I64));
    signature
}

fn isa(allocator: &str) -> Result<OwnedTargetIsa, Error> {
    let refused = |error: cranelift_codegen::CodegenError| Error::Generator(error.to_string());
    let verifier = if cfg!(debug_assertions) {
        "true"
    } else {
        "false"
    };
    let mut flags = settings::builder();
    for (name, value) in [
        ("opt_level", OPT_LEVEL),
        ("enable_verifier", verifier),
        ("regalloc_algorithm", allocator),
        ("unwind_info", "false"),
        // A large frame must meet the end of the stack, not step over it.
        ("enable_probestack", "true"),
        ("probestack_strategy", "inline"),
    ] {
        flags
            .set(name, value)
            .map_err(|error| Error::Generator(error.to_string()))?;
    }
    let builder = cranelift_native::builder().map_err(Error::Machine)?;
    builder.finish(settings::Flags::new(flags)).map_err(refused)
}

/// The code is as it should be when it comes; to look for more takes longer than it
/// saves.
const OPT_LEVEL: &str = "none";
/// A function of more instructions gets registers by the quicker way, which makes code a
/// little slower.
const LARGE: usize = 10_000;
