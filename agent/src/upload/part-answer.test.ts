import { once } from 'node:events'
import { createServer } from 'node:http'
import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { judgeAnswer, type PutOutcome } from './part-answer.js'

async function judged(head: Record<string, string>, page: string, isCloud: boolean): Promise<PutOutcome> {
  const server = createServer((_request, response) => void response.writeHead(200, head).end(page))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return judgeAnswer(await request(url, { method: 'PUT', body: 'part' }), 4, isCloud)
}

const html = { 'content-type': 'text/html' }

test.each([
  ['the cloud', 'a page', html, '<p>Log in</p>', true],
  ['the cloud', 'a page that does not say so', {}, '\n<!DOCTYPE html><p>Log in</p>', true],
  ['the store', 'the page of a filter', html, '<p>Not allowed here</p>', false],
  ['the store', 'a page that does not say so', {}, '<HTML>Not allowed here</HTML>', false],
])('a part for %s that is answered by 200 and %s is not stored', async (_who, _what, head, page, isCloud) => {
  expect(await judged(head, page, isCloud)).toMatchObject({ kind: 'trouble', by: { status: 200 } })
})

test.each([
  [{}, ''],
  [html, ''],
  [{ 'content-type': 'application/xml' }, '<?xml version="1.0"?><Ok/>'],
  [{ 'content-type': 'application/json' }, '{}'],
])('a part that is answered by 200, %o and "%s" is stored', async (head, body) => {
  expect(await judged(head, body, false)).toEqual({ kind: 'stored' })
})
