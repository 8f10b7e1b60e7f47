/** What is wrong, of what the service says in one: `the camera at … did not answer (timeout): check …`. */
export function sentenceOf(message: string): string {
  const cause = message.split(/ ?\([a-z_]+\): /)[0] ?? message
  return `${cause.charAt(0).toUpperCase()}${cause.slice(1)}`
}
