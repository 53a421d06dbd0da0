import { z } from 'zod'
import { parseDuration } from '#domain/settings/duration'

export const durationText = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, 'is no duration like "90s" or "10m"')
