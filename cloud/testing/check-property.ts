import fc from 'fast-check'

// `npm run fuzz` sets both; a seed that failed is tried again with FUZZ_SEED.
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const times = Number(process.env['FUZZ_TIMES'] ?? 1)

/**
 * Tries a property with generated values: the same ones in each run of the tests, others and more of them in `npm run fuzz`.
 * A failure says the seed.
 *
 * @param runs how many, where it is not fuzzed
 */
export function checkProperty<T>(property: fc.IProperty<T>, runs = 100): void {
  fc.assert(property, { seed, numRuns: runs * times })
}
