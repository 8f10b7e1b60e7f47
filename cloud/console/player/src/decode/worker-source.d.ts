/** The program of the worker as one text, put there by build.mjs. */
declare module '#decode-worker' {
  const source: string
  export default source
}
