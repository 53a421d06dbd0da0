import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { textUpTo } from '#rpc/args/values'
import { setPicture } from '#domain/people/pictures/pictures'
import { pictureUrlsOf } from '#domain/people/pictures/urls'
import { displayNameOf } from '#domain/people/users'
import { pictureFields } from '#objects/user'
import { writingMethod } from '#rpc/method'

const pixels = z.union([z.int().min(0), z.string().max(5).regex(/^\d+$/)]).optional()

export const setPhoto = writingMethod('users.setPhoto', {
  summary: 'Gives the caller a picture.',
  tokens: ['user'],
  scopes: ['users.profile:write'],
  rate: 'tier2',
  args: z.object({
    image: textUpTo(maxLength.picture)
      .default('')
      .describe('The picture: a file of a multipart form, or its bytes in base64.'),
    crop_x: pixels.describe('Has no effect: the picture is kept as it is.'),
    crop_y: pixels.describe('Has no effect.'),
    crop_w: pixels.describe('Has no effect.'),
  }),
  result: z.object({ profile: z.object(pictureFields) }),
  errors: {
    not_found: 'There is no picture in `image`.',
    bad_image: {
      wrong: 'The picture cannot be used.',
      cause: 'It is not a PNG, JPEG or GIF, or has more than 4,096 pixels to a side.',
      remedy: 'Send a square PNG of 512 pixels.',
    },
    too_large: 'The picture has more than 900,000 bytes.',
  },

  /** [USR-5] */
  async handle({ image }, { caller, db }) {
    const user = await setPicture(db, caller, Buffer.from(image, 'base64'))
    return { profile: pictureUrlsOf(db, { ...user, label: displayNameOf(user) }) }
  },
})
