import { Busboy } from '@fastify/busboy'
import { addArgument, maxArguments, type CallArguments } from './arguments.ts'
import { decodeError, DecodeError } from './decodeError.ts'
import type { Charset } from './form.ts'

/** The fields that a method takes as a file. Other files are skipped. */
const fileFields: ReadonlySet<string> = new Set(['image'])

/** Adds the fields of a multipart body to `into`, files in base64. */
export function decodeMultipart(
  into: CallArguments,
  body: Buffer,
  contentType: string,
  charset: Charset,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const refuse = (error: unknown) => reject(error instanceof DecodeError ? error : malformed(error))
  try {
    const parser = new Busboy({
      headers: { 'content-type': contentType },
      defCharset: charset,
      highWaterMark: body.length + 1,
      limits: { parts: maxArguments + 1 },
    })
    parser.on('file', (name: string | undefined, content) => {
      const pieces: Buffer[] = []
      content.on('data', (piece: Buffer) => pieces.push(piece))
      content.on('error', refuse)
      content.on('end', () => {
        try {
          if (name !== undefined && fileFields.has(name))
            addArgument(into, name, Buffer.concat(pieces).toString('base64'))
        } catch (error) {
          refuse(error)
        }
      })
    })
    parser.on('error', refuse)
    parser.on('finish', resolve)
    parser.on('field', (name: string | undefined, value: string) => {
      try {
        if (name === undefined) throw malformed('a part has no name')
        addArgument(into, name, value)
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

function malformed(reason: unknown): DecodeError {
  const message = reason instanceof Error ? reason.message : String(reason)
  return decodeError('invalid_form_data', `The multipart body cannot be read: ${message}.`)
}
