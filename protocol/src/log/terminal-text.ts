/**
 * A text as a terminal may show it. Names of cameras, messages of the cloud and what devices say of themselves are
 * anybody's: a control character among them could hide lines, or speak to the terminal in the name of who reads.
 */
export function terminalText(text: string): string {
  return text.replaceAll(/[\p{Bidi_Control}\p{Cc}]/gu, (character) =>
    character === '\n' || character === '\t' ? character : '\uFFFD',
  )
}
