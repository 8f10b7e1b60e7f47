/** A reply of whatever type its route answers. */
interface AnyReply<Reply> {
  type(name: string): { send(text: unknown): Reply }
}

/** Answers with JSON text that was made in the form that the route says: it is not checked and written once more. */
export function sendJsonText<Reply>(reply: AnyReply<Reply>, text: Buffer): Reply {
  return reply.type('application/json; charset=utf-8').send(text)
}
