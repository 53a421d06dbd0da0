import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { drawInitials, parseInitialsFile } from '#domain/people/pictures/drawInitials'
import { findPicture } from '#domain/people/pictures/pictures'
import { picturePath } from '#domain/people/pictures/urls'
import type { Store } from '#store/db'

/** How many pictures made of initials are kept. Each has a few kilobytes. */
const maxDrawn = 500
/** How many pixels are drawn in a minute: anybody can ask for pictures, and drawing stops everything else meanwhile. */
const maxPixelsAMinute = 200 * 1024 ** 2

const headers = {
  // A browser that opens these bytes runs nothing in them, whatever they are.
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // Pages of apps show these pictures too.
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  // The address of another picture is another address.
  'cache-control': 'public, max-age=31536000, immutable',
}

type PictureRequest = FastifyRequest<{ Params: { file: string } }>

/** [USR-4, USR-5] Serves the pictures of people and apps to everyone who has their address. */
export function pictureRoutes(app: FastifyInstance, store: Store): void {
  const drawn = new Map<string, Buffer>()
  let minute = { number: 0, pixels: 0 }

  app.get(`${picturePath}initials/:file`, async (request: PictureRequest, reply) => {
    const { file } = request.params
    const picture = parseInitialsFile(file)
    if (!picture) return refuse(reply)
    let bytes = drawn.get(file)
    if (!bytes) {
      const number = Math.floor(store.db.clock.now() / 60_000)
      if (number !== minute.number) minute = { number, pixels: 0 }
      minute.pixels += picture.size ** 2
      if (minute.pixels > maxPixelsAMinute) return refuseForNow(reply)
      bytes = drawInitials(picture)
      if (drawn.size >= maxDrawn) for (const oldest of drawn.keys().take(1)) drawn.delete(oldest)
      drawn.set(file, bytes)
    }
    return reply.headers(headers).type('image/png').send(bytes)
  })

  app.get(`${picturePath}:file`, async (request: PictureRequest, reply) => {
    const picture = await findPicture(store.db, request.params.file)
    if (!picture) return refuse(reply)
    return reply.headers(headers).type(picture.type).send(Buffer.from(picture.bytes))
  })
}

function refuse(reply: FastifyReply) {
  return reply.code(404).send({ error: 'not_found', detail: 'There is no picture at this address.' })
}

function refuseForNow(reply: FastifyReply) {
  const detail = 'Too many pictures are drawn; ask again in a minute.'
  return reply.code(429).header('retry-after', '60').send({ error: 'ratelimited', detail })
}
