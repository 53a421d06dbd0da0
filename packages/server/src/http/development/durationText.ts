import { shortId } from '#rpc/args/values'
import { parseDuration } from '#domain/settings/duration'

export const durationText = shortId.refine(
  (text) => parseDuration(text) !== undefined,
  'is no duration like "90s" or "10m"',
)
