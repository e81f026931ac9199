import fc from 'fast-check';

/** The seed of everything random in a run: the same each time, so that one commit has one result. Long runs draw their own. */
export const SEED = Number(process.env.SPEC_SEED ?? 20_261_122);

fc.configureGlobal({ seed: SEED });

export default fc;
