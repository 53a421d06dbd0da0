import { Busboy } from '@fastify/busboy'
import { gather, maxArguments, type Gathered } from './arguments.ts'
import { undecodable, Undecodable } from './fault.ts'
import type { Charset } from './form.ts'

/** Reads the fields of a multipart body into `into`. Files are read over: no method takes one. */
export function decodeMultipart(into: Gathered, body: Buffer, contentType: string, charset: Charset): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const refuse = (error: unknown) => reject(error instanceof Undecodable ? error : malformed(error))
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      defCharset: charset,
      highWaterMark: body.length + 1,
      limits: { parts: maxArguments + 1 },
    })
    parser.on('error', refuse)
    parser.on('finish', resolve)
    parser.on('field', (name: string | undefined, value: string) => {
      try {
        if (name === undefined) throw malformed('a part has no name')
        gather(into, name, value)
      } catch (error) {
        refuse(error)
      }
    })
    parser.end(body)
  } catch (error) {
    refuse(error)
  }
  return promise
}

function malformed(reason: unknown): Undecodable {
  const words = reason instanceof Error ? reason.message : String(reason)
  return undecodable('invalid_form_data', `The multipart body cannot be read: ${words}.`)
}
