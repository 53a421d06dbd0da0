import fc from 'fast-check'

/**
 * A plain test run tries the same random values each time, so that a failure belongs to the change that is tested.
 * `PROPERTY_SEED=random npm test` tries others, and a number repeats them.
 */
const seed = process.env['PROPERTY_SEED'] || '7'
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
