//! Has Cranelift compile functions and put them into memory.

use std::marker::PhantomData;

use cranelift_codegen::Context;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use zug_game::WinsFound;
use zug_job::Job;
use zug_program::{Interpreter, Residual};
use zug_values::Outcome;

use crate::Error;
use crate::call::{Code, Functions, Machine};
use crate::images::{Swap, images};
use crate::index;
use crate::lower::{Lower, Purpose, Tables, Use};
use crate::rounds::signature;

/// Compiles a program, its symmetries and its ranks.
pub(crate) fn build<W: Machine>(program: &Interpreter<W>, job: &Job) -> Result<Code<W>, Error> {
    let residual = program.residual();
    let mut making = Making::<W>::new(residual)?;
    let expand = making.expand(residual, program.stuck(), Purpose::Successors)?;
    job.check()?;
    let [mut least, mut same] = [making.context(), making.context()];
    let wirings = program.wirings().filter(|wirings| wirings.len() > 1);
    let has_images = wirings.is_some_and(|wirings| {
        let symmetries = program.symmetries();
        let swap = symmetries.turn().map(|turn| Swap {
            turn: turn.widen().trailing_zeros(),
            wiring: &wirings[symmetries.keeping()],
        });
        let keeping = &wirings[..symmetries.keeping()];
        let functions = [&mut least.func, &mut same.func];
        let frontend = &mut making.frontend;
        images(keeping, swap, W::WORDS, W::STEP, functions, frontend)
    });
    job.check()?;
    let [mut rank, mut unrank] = [making.context(), making.context()];
    let Making {
        tables, frontend, ..
    } = &mut making;
    let has_rank = index::rank::<W>(residual.layout(), tables, &mut rank.func, frontend);
    let has_unrank = index::unrank::<W>(residual.layout(), tables, &mut unrank.func, frontend);
    let functions = Functions {
        expand,
        least_image: has_images.then_some(least),
        stabiliser: has_images.then_some(same),
        rank: has_rank.then_some(rank),
        unrank: has_unrank.then_some(unrank),
        outcome: None,
        count: None,
        wins: None,
        threats: None,
    };
    // Without a number of ranks there is no function that asks for it.
    let size = residual.layout().size.unwrap_or(0);
    making.finish(residual, functions, size, job)
}

/// Compiles a program without symmetries and ranks.
pub(crate) fn build_program<W: Machine>(
    residual: &Residual,
    stuck: Outcome,
    job: &Job,
) -> Result<Code<W>, Error> {
    let mut making = Making::<W>::new(residual)?;
    let functions = Functions {
        expand: making.expand(residual, stuck, Purpose::Successors)?,
        least_image: None,
        stabiliser: None,
        rank: None,
        unrank: None,
        outcome: None,
        count: None,
        wins: None,
        threats: None,
    };
    making.finish(residual, functions, 0, job)
}

/// Compiles what a search asks of a program: successors with the numbers of their moves and,
/// where `no_move_fails`, outcomes and numbers of moves. Tells how moves that win at once are
/// found.
pub(crate) fn build_search<W: Machine>(
    residual: &Residual,
    loosened: Option<&Residual>,
    stuck: Outcome,
    no_move_fails: bool,
    job: &Job,
) -> Result<(Code<W>, WinsFound), Error> {
    let mut making = Making::<W>::new(residual)?;
    let expand = making.expand(residual, stuck, Purpose::Placed)?;
    job.check()?;
    let mut notes = |purpose, residual| -> Result<_, Error> {
        if !no_move_fails {
            return Ok((None, Use::None));
        }
        let (context, of_use) = making.lower(residual, stuck, purpose)?;
        Ok((Some(context).filter(|_| of_use != Use::None), of_use))
    };
    let (wins, of_use) = notes(Purpose::Wins, residual)?;
    let wins_found = match of_use {
        Use::None => WinsFound::BySuccessors,
        Use::Some => WinsFound::Some,
        Use::All => WinsFound::All,
    };
    let functions = Functions {
        expand,
        least_image: None,
        stabiliser: None,
        rank: None,
        unrank: None,
        outcome: notes(Purpose::Outcome, residual)?.0,
        count: notes(Purpose::Count, residual)?.0,
        wins,
        threats: match loosened {
            Some(loosened) => notes(Purpose::Wins, loosened)?.0,
            None => None,
        },
    };
    let code = making.finish(residual, functions, 0, job)?;
    Ok((code, wins_found))
}

/// What the functions of a program share while they are made.
struct Making<W> {
    host: OwnedTargetIsa,
    tables: Tables,
    frontend: FunctionBuilderContext,
    words: PhantomData<W>,
}

impl<W: Machine> Making<W> {
    fn new(residual: &Residual) -> Result<Self, Error> {
        Ok(Self {
            host: isa("backtracking")?,
            tables: Tables::new(residual),
            frontend: FunctionBuilderContext::new(),
            words: PhantomData,
        })
    }

    /// A context takes kilobytes, which are not moved about on the stack.
    fn context(&self) -> Box<Context> {
        let mut context = Box::new(Context::new());
        context.func.signature = signature(self.host.default_call_conv());
        context
    }

    /// The function that works on positions, for this purpose, and of what use it is.
    fn lower(
        &mut self,
        residual: &Residual,
        stuck: Outcome,
        purpose: Purpose,
    ) -> Result<(Box<Context>, Use), Error> {
        let mut context = self.context();
        let of_use = Lower::function::<W>(
            residual,
            &self.tables,
            stuck,
            purpose,
            &mut context.func,
            &mut self.frontend,
        )?;
        Ok((context, of_use))
    }

    /// The function that writes successors, for this purpose.
    fn expand(
        &mut self,
        residual: &Residual,
        stuck: Outcome,
        purpose: Purpose,
    ) -> Result<Box<Context>, Error> {
        let (context, _) = self.lower(residual, stuck, purpose)?;
        Ok(context)
    }

    fn finish(
        self,
        residual: &Residual,
        functions: Functions<Box<Context>>,
        size: u128,
        job: &Job,
    ) -> Result<Code<W>, Error> {
        let mut instructions = 0;
        let functions = functions.map(|context| {
            instructions += context.func.dfg.num_insts() as u64;
            context
        });
        if job.budget.left() < FOR_ALL + AN_INSTRUCTION * instructions {
            return Err(Error::NoRoom);
        }
        let isa = if functions.expand.func.dfg.num_insts() > LARGE {
            isa("single_pass")?
        } else {
            self.host
        };
        let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let mut bytes = 0;
        let functions = functions.map(|context| {
            job.check()?;
            define(&mut module, context, &mut bytes)
        });
        let functions = functions.all()?;
        module
            .finalize_definitions()
            .map_err(|error| Error::Generator(error.to_string()))?;
        let most = residual.sides.iter().map(|side| side.moves.len()).max();
        Ok(Code::new(
            module,
            functions,
            bytes,
            self.tables.into_values(),
            most.unwrap_or(0),
            size,
        ))
    }
}

fn define(
    module: &mut JITModule,
    mut context: Box<Context>,
    bytes: &mut usize,
) -> Result<FuncId, Error> {
    let refused = |error: cranelift_module::ModuleError| Error::Generator(error.to_string());
    let id = module
        .declare_anonymous_function(&context.func.signature)
        .map_err(refused)?;
    module.define_function(id, &mut context).map_err(refused)?;
    *bytes += context
        .compiled_code()
        .map_or(0, |code| code.code_info().total_size as usize);
    Ok(id)
}

fn isa(allocator: &str) -> Result<OwnedTargetIsa, Error> {
    // Machine code expects the low word of a position first.
    if cfg!(target_endian = "big") {
        return Err(Error::Machine("its bytes are in the other order"));
    }
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

/// An upper bound of the bytes that the code generator takes for each instruction.
const AN_INSTRUCTION: u64 = 500;
/// The bytes that the code generator takes besides.
const FOR_ALL: u64 = 1 << 20;

/// Cranelift does not optimise: the code that comes is good already, and to improve it
/// takes longer than it saves.
const OPT_LEVEL: &str = "none";
/// In a function of more instructions than this, registers are assigned by the quicker
/// algorithm, whose code is a little slower.
const LARGE: usize = 10_000;
