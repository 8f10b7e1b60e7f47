import { describe, expect, it } from 'vitest'
import { createLogger } from './logger.js'
import { processorMs } from './processor-time.fixture.js'
import { createSecrets } from './secrets.js'

const canary = 'C4n"ary&<p@ss:word>\\ %#'

function linesOf(human: boolean, write: (log: ReturnType<typeof createLogger>) => void): string {
  const secrets = createSecrets()
  secrets.add(canary)
  const lines: string[] = []
  write(createLogger({ level: 'debug', human, secrets, write: (line) => lines.push(line) }))
  return lines.join('')
}

describe('the sink of the logger', () => {
  for (const human of [true, false]) {
    it(`masks a registered secret wherever it appears, ${human ? 'human' : 'json'} lines`, () => {
      const text = linesOf(human, (log) => {
        log.info({ note: `tried ${canary} here` }, 'event.one')
        log.error({ err: new Error(`bad ${canary}`, { cause: new Error(canary) }) }, 'event.two')
        log.info({ url: `rtsp://host/${encodeURIComponent(canary)}` }, canary)
      })
      expect(text).toContain('event.one')
      expect(text).toContain('***')
      for (const form of [canary, JSON.stringify(canary).slice(1, -1), encodeURIComponent(canary)]) {
        expect(text).not.toContain(form)
      }
    })
  }

  it.each(['a.', 'x://', 'rtsp://a:', '"password":"', '<Password ', 'response="'])(
    'is not held up by %j again and again',
    async (piece) => {
      const long = piece.repeat(Math.floor(200_000 / piece.length))
      expect(await processorMs(() => void createSecrets().redact(long))).toBeLessThan(1500)
    },
  )

  it('keeps what is no secret', () => {
    const text = linesOf(false, (log) => log.info({ camera: 'rtsp://10.0.0.7:554/main' }, 'camera.online'))
    expect(JSON.parse(text)).toMatchObject({
      level: 'info',
      event: 'camera.online',
      camera: 'rtsp://10.0.0.7:554/main',
    })
  })
})

const redact = (text: string) => createSecrets().redact(text)

describe('redact', () => {
  it.each([
    ['rtsp://admin:hunter22@10.0.0.7/main', 'rtsp://***@10.0.0.7/main'],
    ['rtsp://admin:a@b:c@10.0.0.7/main', 'rtsp://***@10.0.0.7/main'],
    ['key gw_abcdefghijklmnop-_1 sent', 'key gw_*** sent'],
    ['Authorization: Basic YWRtaW46eA==\r\nCSeq: 2', 'Authorization: Basic ***\r\nCSeq: 2'],
    ['{"rtsp_password":"a\\"b","x":1}', '{"rtsp_password":"***","x":1}'],
    ['<wsse:Password Type="x">geheim</wsse:Password>', '<wsse:Password Type="x">***</wsse:Password>'],
    ['PUT /media/parts/1?exp=2&sig=abcdef HTTP', 'PUT /media/parts/1?exp=2&sig=*** HTTP'],
  ])('%s', (text, clean) => {
    expect(redact(text)).toBe(clean)
  })

  it('masks an Authorization header inside a JSON line', () => {
    const line = JSON.stringify({
      head: 'Authorization: Digest username="a", response="0123456789abcdef"\r\nCSeq: 3',
    })
    expect(redact(line)).not.toContain('0123456789abcdef')
    expect(redact(line)).toContain('CSeq: 3')
  })

  it('does not mask values too short to be told from ordinary text', () => {
    const secrets = createSecrets()
    secrets.add('1')
    expect(secrets.redact('10.0.0.1')).toBe('10.0.0.1')
  })
})

describe('a scope of secrets', () => {
  it('masks until it ends, and no longer than everybody else', () => {
    const secrets = createSecrets()
    const [one, other] = [secrets.scope(), secrets.scope()]
    for (const scope of [one, one, other]) scope.add(canary)
    one.end()
    expect(secrets.redact(canary)).toBe('***')
    other.end()
    expect(secrets.redact(canary)).toBe(canary)
  })

  it('leaves what was registered for good', () => {
    const secrets = createSecrets()
    const scope = secrets.scope()
    scope.add(canary)
    secrets.add(canary)
    secrets.add(canary)
    scope.end()
    expect(secrets.redact(canary)).toBe('***')
  })

  it('takes nothing once it is over', () => {
    const secrets = createSecrets()
    const scope = secrets.scope()
    scope.end()
    scope.add(canary)
    expect(secrets.redact(canary)).toBe(canary)
  })
})
