//! Has Cranelift compile functions and put them into memory.

use std::marker::PhantomData;

use cranelift_codegen::Context;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use zug_game::WinsFound;
use zug_job::{Budget, Job};
use zug_program::{Interpreter, Residual};
use zug_values::Outcome;

use crate::call::{Code, Functions, Machine};
use crate::gains::Gains;
use crate::images::{Swap, images};
use crate::index;
use crate::lower::{
    Common, Lower, MOST_DEEP, Purpose, Shared, Subroutines, Tables, Use, subroutine_signature,
};
use crate::rounds::signature;
use crate::{Error, MOST_OPERATIONS};

/// Compiles a program, its symmetries and its ranks.
pub(crate) fn build<W: Machine>(program: &Interpreter<W>, job: &Job) -> Result<Code<W>, Error> {
    let residual = program.residual();
    let mut making = Making::<W>::new(residual, job)?;
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
        quiet: None,
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
    let mut making = Making::<W>::new(residual, job)?;
    let functions = Functions {
        expand: making.expand(residual, stuck, Purpose::Successors)?,
        least_image: None,
        stabiliser: None,
        rank: None,
        unrank: None,
        quiet: None,
        outcome: None,
        count: None,
        wins: None,
        threats: None,
    };
    making.finish(residual, functions, 0, job)
}

/// Compiles what the moves of a program gain; `None` if no move gains points, if the word has no room for
/// what they gain, if the program is too large or if memory is short.
///
/// # Errors
///
/// The caller interrupted it.
pub(crate) fn build_gains<W: Machine>(
    program: &Interpreter<W>,
    job: &Job,
) -> Result<Option<Gains<W>>, Error> {
    let residual = program.residual();
    let mut moves = residual.ground_moves();
    let mut charge = job.budget.open();
    if moves.all(|(_, ground)| ground.gain.is_none())
        || charge.grow(residual.bytes() as u64).is_err()
    {
        return Ok(None);
    }
    let of_gains = residual.of_gains();
    let fitting = of_gains.filter(|(of_gains, _)| of_gains.layout().bits <= W::BITS);
    let Some((of_gains, field)) = fitting else {
        return Ok(None);
    };
    match build_program(&of_gains, program.stuck(), job) {
        Ok(code) => Ok(Some(Gains::new(code, of_gains.layout().clone(), field))),
        Err(Error::Interrupted(why)) => Err(Error::Interrupted(why)),
        Err(_) => Ok(None),
    }
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
    let mut making = Making::<W>::new(residual, job)?;
    let expand = making.expand(residual, stuck, Purpose::Placed)?;
    job.check()?;
    let mut if_none_fails = |purpose| -> Result<_, Error> {
        if !no_move_fails {
            return Ok((None, Use::None));
        }
        let (context, of_use) = making.lower(residual, None, stuck, purpose)?;
        Ok((Some(context).filter(|_| of_use != Use::None), of_use))
    };
    let (quiet, _) = if_none_fails(Purpose::Quiet)?;
    let (wins, of_use) = if_none_fails(Purpose::Wins)?;
    let (outcome, _) = if_none_fails(Purpose::Outcome)?;
    let (count, _) = if_none_fails(Purpose::Count)?;
    let threats = match loosened {
        Some(loosened) if no_move_fails => making.threats(loosened, stuck)?,
        _ => None,
    };
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
        quiet,
        outcome,
        count,
        wins,
        threats,
    };
    let code = making.finish(residual, functions, 0, job)?;
    Ok((code, wins_found))
}

/// What the functions of a program share while they are made.
struct Making<W> {
    host: OwnedTargetIsa,
    tables: Tables,
    shared: Shared,
    subroutines: Subroutines,
    frontend: FunctionBuilderContext,
    budget: Budget,
    words: PhantomData<W>,
}

impl<W: Machine> Making<W> {
    fn new(residual: &Residual, job: &Job) -> Result<Self, Error> {
        Ok(Self {
            host: isa("backtracking")?,
            tables: Tables::new(residual),
            shared: Shared::of::<W>(residual),
            subroutines: Subroutines::default(),
            frontend: FunctionBuilderContext::new(),
            budget: job.budget.clone(),
            words: PhantomData,
        })
    }

    /// A context takes kilobytes, which are not moved about on the stack.
    fn context(&self) -> Box<Context> {
        let mut context = Box::new(Context::new());
        context.func.signature = signature(self.host.default_call_conv());
        context
    }

    /// The largest number of instructions of the next function: it is to be had in the memory that
    /// is left, before it is compiled.
    fn most_instructions(&self) -> Result<usize, Error> {
        let room = self.budget.left().saturating_sub(FOR_ALL) / AN_INSTRUCTION;
        let most = usize::try_from(room).unwrap_or(usize::MAX);
        if most == 0 {
            return Err(Error::NoRoom);
        }
        Ok(most.min(MOST_OPERATIONS))
    }

    /// The function that works on positions, for this purpose, and of what use it is. Another program
    /// than the one that all other functions are of has other expressions that are `shared`.
    fn lower(
        &mut self,
        residual: &Residual,
        shared: Option<&Shared>,
        stuck: Outcome,
        purpose: Purpose,
    ) -> Result<(Box<Context>, Use), Error> {
        let most_instructions = self.most_instructions()?;
        let mut context = self.context();
        let common = Common {
            most_instructions,
            residual,
            shared: shared.unwrap_or(&self.shared),
            subroutines: &mut self.subroutines,
            tables: &self.tables,
        };
        let (function, frontend) = (&mut context.func, &mut self.frontend);
        let of_use = Lower::function::<W>(common, stuck, purpose, function, frontend)?;
        Ok((context, of_use))
    }

    /// The function that counts the winning moves of a program whose moves are loosened, if it is
    /// of use. Such a program has other nodes, which are not shared.
    fn threats(
        &mut self,
        loosened: &Residual,
        stuck: Outcome,
    ) -> Result<Option<Box<Context>>, Error> {
        let none = Shared::none::<W>(loosened);
        let (context, of_use) = self.lower(loosened, Some(&none), stuck, Purpose::Threats)?;
        Ok((of_use != Use::None).then_some(context))
    }

    /// The subroutines that the functions call, and those that subroutines call, in the order of
    /// their numbers.
    fn subroutines(&mut self, residual: &Residual) -> Result<Vec<Box<Context>>, Error> {
        let mut contexts: Vec<Box<Context>> = Vec::new();
        let mut instructions = 0;
        while let Some(place) = self.subroutines.place(contexts.len()) {
            let most_instructions = self.most_instructions()?;
            let mut context = Box::new(Context::new());
            context.func.signature = subroutine_signature(self.host.default_call_conv());
            let common = Common {
                most_instructions,
                residual,
                shared: &self.shared,
                subroutines: &mut self.subroutines,
                tables: &self.tables,
            };
            Lower::subroutine::<W>(common, place, &mut context.func, &mut self.frontend)?;
            instructions += context.func.dfg.num_insts();
            if instructions > MOST_OPERATIONS {
                return Err(Error::TooLarge);
            }
            contexts.push(context);
        }
        Ok(contexts)
    }

    /// The function that writes successors, for this purpose.
    fn expand(
        &mut self,
        residual: &Residual,
        stuck: Outcome,
        purpose: Purpose,
    ) -> Result<Box<Context>, Error> {
        let (context, _) = self.lower(residual, None, stuck, purpose)?;
        Ok(context)
    }

    fn finish(
        mut self,
        residual: &Residual,
        functions: Functions<Box<Context>>,
        size: u128,
        job: &Job,
    ) -> Result<Code<W>, Error> {
        let subroutines = self.subroutines(residual)?;
        job.check()?;
        let called = subroutines.iter();
        let mut instructions: u64 = called
            .map(|context| context.func.dfg.num_insts() as u64)
            .sum();
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
        let mut sizes = Sizes::default();
        // The functions know subroutines by their numbers, which these get by coming first.
        let declared = subroutines.iter().zip(0..).map(|(context, number)| {
            let id = declare(&mut module, context)?;
            debug_assert_eq!(id.as_u32(), number, "subroutines come first");
            Ok(id)
        });
        let declared: Vec<FuncId> = declared.collect::<Result<_, Error>>()?;
        for (context, id) in subroutines.into_iter().zip(declared) {
            job.check()?;
            define(&mut module, id, context, &mut sizes)?;
        }
        sizes.subroutines_end();
        let functions = functions.map(|context| {
            job.check()?;
            let id = declare(&mut module, &context)?;
            define(&mut module, id, context, &mut sizes)?;
            Ok::<_, Error>(id)
        });
        let functions = functions.all()?;
        if sizes.largest_frame.saturating_add(sizes.of_subroutines) > MOST_STACK {
            return Err(Error::DeepStack);
        }
        module
            .finalize_definitions()
            .map_err(|error| Error::Generator(error.to_string()))?;
        let most = residual.sides.iter().map(|side| side.moves.len()).max();
        Ok(Code::new(
            module,
            functions,
            sizes.code,
            self.tables.into_values(),
            most.unwrap_or(0),
            size,
        ))
    }
}

fn declare(module: &mut JITModule, context: &Context) -> Result<FuncId, Error> {
    let declared = module.declare_anonymous_function(&context.func.signature);
    declared.map_err(|error| Error::Generator(error.to_string()))
}

/// How large the code of the functions is that were defined, and what they take of the stack.
#[derive(Default)]
struct Sizes {
    code: usize,
    /// The bytes of the stack that each function takes while it runs.
    frames: Vec<u32>,
    largest_frame: u32,
    /// The most bytes of the stack that a chain of subroutines takes, each of which was called by the
    /// one before it.
    of_subroutines: u32,
}

impl Sizes {
    /// What was defined so far are subroutines.
    fn subroutines_end(&mut self) {
        self.frames.sort_unstable();
        let largest = self.frames.iter().rev().take(MOST_DEEP as usize);
        self.of_subroutines = largest.fold(0, |all, frame| all.saturating_add(*frame));
        self.largest_frame = 0;
    }
}

fn define(
    module: &mut JITModule,
    id: FuncId,
    mut context: Box<Context>,
    sizes: &mut Sizes,
) -> Result<(), Error> {
    let defined = module.define_function(id, &mut context);
    defined.map_err(|error| Error::Generator(error.to_string()))?;
    if let Some(code) = context.compiled_code() {
        sizes.code += code.code_info().total_size as usize;
        // With the return address and the caller's frame pointer.
        let frame = code.frame_size.saturating_add(16);
        sizes.frames.push(frame);
        sizes.largest_frame = sizes.largest_frame.max(frame);
    }
    Ok(())
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

/// The most bytes of the stack that machine code may take. Threads have 2 MiB.
const MOST_STACK: u32 = 1 << 19;
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
