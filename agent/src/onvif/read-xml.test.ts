import { describe, expect, test } from 'vitest'
import { attribute, child, children, escapeXml, plainText, readXml, text } from './read-xml.js'

const limit = 1 << 20

describe('readXml', () => {
  test('reads prefixes that nobody declared, by local name', () => {
    const xml = readXml(
      '<SOAP-ENV:Envelope><x:Body><tds:A token="t1">v</tds:A></x:Body></SOAP-ENV:Envelope>',
      limit,
    )
    expect(text(xml, 'Envelope', 'Body', 'A')).toBe('v')
    expect(attribute(child(xml, 'Envelope', 'Body', 'A'), 'token')).toBe('t1')
  })

  test('keeps numeric text as it is written', () => {
    const xml = readXml('<a><s>00120</s><f>1.10</f><e>1e5</e></a>', limit)
    expect([text(xml, 'a', 's'), text(xml, 'a', 'f'), text(xml, 'a', 'e')]).toEqual(['00120', '1.10', '1e5'])
  })

  test('decodes predefined and numeric entities once, and expands no declared one', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY x "yyyyyyyy"><!ENTITY z "&x;&x;&x;">]><a>&z; &amp;lt; &#65;&#x42;</a>'
    expect(text(readXml(bomb, limit), 'a')).toBe('&z; &lt; AB')
  })

  test.each([
    ['nesting', '<a>'.repeat(100_000)],
    ['an open comment', '<!--'.repeat(1000)],
    ['a reserved name', '<a><__proto__><x>1</x></__proto__></a>'],
    ['more than the limit', `<a>${'x'.repeat(limit)}</a>`],
  ])('refuses %s', (_name, document) => {
    expect(readXml(document, limit)).toBeUndefined()
  })

  test.each([
    ['nothing', ''],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0, 60, 97, 62, 0xc3, 0x28]).toString('utf8')],
    ['a document cut in the middle', '<a><b>hello'],
    ['a missing end tag', '<a><b>hello</a>'],
  ])('survives %s', (_name, document) => {
    expect(text(readXml(document, limit), 'a', 'nothing', 'here')).toBe('')
  })

  test('an element that occurs once and one that occurs often are both lists', () => {
    const xml = readXml('<a><b>1</b><c>2</c><c>3</c></a>', limit)
    expect(children(child(xml, 'a'), 'b').map((node) => text(node))).toEqual(['1'])
    expect(children(child(xml, 'a'), 'c').map((node) => text(node))).toEqual(['2', '3'])
  })
})

test('escapeXml leaves nothing that could open an element', () => {
  expect(text(readXml(`<a>${escapeXml(`a<b>&"'`)}</a>`, limit), 'a')).toBe(`a<b>&"'`)
})

test('plainText makes a camera text one bounded line', () => {
  expect(plainText('Front\r\nDoor\u0000\u202e  x'.padEnd(400, 'y'), 20)).toBe('Front Door xyyyyyyyy')
})
