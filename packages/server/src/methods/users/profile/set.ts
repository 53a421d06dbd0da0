import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { changeProfile } from '#domain/people/profile/change'
import type { NewProfile } from '#domain/people/profile/check'
import { profileObject, toProfileObject } from '#objects/user'
import { isObject } from '#domain/jsonObjects'
import { type ArgumentFault, structured } from '#rpc/args/structured'
import { userId, shortId, textUpTo } from '#rpc/args/values'
import { writingMethod } from '#rpc/method'

const text = textUpTo(maxLength.line).optional()
const fields = z.object({
  real_name: text,
  display_name: text,
  first_name: text,
  last_name: text,
  title: text,
  phone: text,
  skype: text,
  pronouns: text,
  email: text,
  status_text: text,
  status_emoji: text,
  status_expiration: z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value),
    z.int().min(0).optional(),
  ),
})

export const set = writingMethod('users.profile.set', {
  summary: 'Changes a profile: the caller’s own or, as an admin, that of somebody else.',
  tokens: ['user'],
  scopes: ['users.profile:write'],
  rate: 'tier3',
  args: z.object({
    profile: structured<NewProfile>('object', 'invalid_profile', checkFields, '"profile" is not JSON.')
      .optional()
      .describe('The fields to change, such as `status_text` and `status_emoji`.'),
    name: shortId.optional().describe('One field, in place of `profile`.'),
    value: textUpTo(maxLength.line).default('').describe('Its value.'),
    user: userId.optional().describe('Whose profile it is. The caller by default.'),
  }),
  result: z.object({ username: z.string(), profile: profileObject }),
  errors: {
    invalid_profile: {
      wrong: '`profile` is not an object with fields of a profile.',
      cause: 'It is not JSON, a field has the wrong type, or it has more than 50 fields.',
      remedy: 'Send an object such as `{"status_text": "Away", "status_emoji": ":palm_tree:"}`.',
    },
    profile_set_failed: 'A field is too long, not an address, or a time in the past; or no field is given.',
    profile_status_set_failed_too_long: 'A status has at most 100 characters.',
    profile_status_set_failed_not_emoji_syntax: '`status_emoji` is not a name between colons, like `:palm_tree:`.',
    profile_status_set_failed_not_valid_emoji: 'There is no emoji of this name.',
    reserved_name: 'The name would pass for the service.',
    email_taken: 'Somebody else in the team has this address.',
    user_not_found: 'Nobody in the team has this id, or the person was deleted.',
    not_admin: 'Only an admin changes the profile of somebody else, or an e-mail address.',
    not_app_admin: 'The user is a bot user. The manifest of its app names it.',
    cannot_update_admin_user: 'An admin cannot change the profile of another admin.',
  },

  async handle(args, { caller, db, refuse }) {
    const given = args.name === undefined ? args.profile : single(args.name, args.value)
    if (given === undefined) throw refuse('profile_set_failed', 'Send `profile`, or `name` and `value`.')
    const user = await changeProfile(db, caller, args.user || caller.userId, given)
    const email = caller.scopes.includes('users:read.email')
    return { username: user.name, profile: await toProfileObject(db, user, { email }) }

    function single(name: string, value: string): NewProfile {
      const checked = checkFields({ [name]: value })
      if ('value' in checked) return checked.value
      throw refuse('invalid_profile', checked.detail)
    }
  },
})

/** Fields that no profile has are left out, as on the public service. */
function checkFields(value: unknown): { value: NewProfile } | ArgumentFault {
  const checked = isObject(value) && Object.keys(value).length <= 50 ? fields.safeParse(value) : undefined
  if (checked?.success) {
    const entries = Object.entries(checked.data).filter(([, field]) => field !== undefined)
    return { value: Object.fromEntries(entries) }
  }
  const issue = checked?.error.issues[0]
  const detail = issue
    ? `"profile": \`${issue.path.join('.')}\` has a value of the wrong type, or one that is far too long.`
    : '"profile" is not an object with at most 50 fields.'
  return { code: 'invalid_profile', detail, messages: [] }
}
