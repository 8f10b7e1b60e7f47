/**
 * SQL LIKE as PostgreSQL reads it (`%` any run, `_` one character, `\` takes the next one literally), in time
 * proportional to pattern times text at worst and without a regular expression, whose backtracking a hostile
 * pattern could drive to a standstill.
 */
export function likeMatches(pattern: string, text: string): boolean {
  const tokens = tokensOf(pattern)
  const characters = Array.from(text)
  let token = 0
  let at = 0
  let restartToken = -1
  let restartAt = 0
  while (at < characters.length) {
    const current = tokens[token]
    if (current === anyRun) {
      restartToken = token
      restartAt = at
      token += 1
    } else if (current !== undefined && (current === anyOne || current === characters[at])) {
      token += 1
      at += 1
    } else if (restartToken >= 0) {
      restartAt += 1
      at = restartAt
      token = restartToken + 1
    } else return false
  }
  while (tokens[token] === anyRun) token += 1
  return token === tokens.length
}

const anyRun = Symbol('%')
const anyOne = Symbol('_')

type Token = string | typeof anyRun | typeof anyOne

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = []
  const characters = Array.from(pattern)
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index]
    if (character === '%') tokens.push(anyRun)
    else if (character === '_') tokens.push(anyOne)
    else if (character === '\\') tokens.push(characters[++index] ?? '\\')
    else if (character !== undefined) tokens.push(character)
  }
  return tokens
}
