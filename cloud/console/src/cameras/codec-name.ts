/** A codec as people write it: H.264. */
export const codecName = (codec: string): string => codec.toUpperCase().replace(/^H(?=\d)/, 'H.')
