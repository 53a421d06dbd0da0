import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commonErrors } from '#rpc/errors/common'
import { methodFiles } from '#testing/calls/methodFiles'
import { methods } from './index.ts'

/** The errors of the contract, by the methods that answer with them. `svc` stands for the name of the service. */
const contract = {
  both: `access_denied accesslimited account_inactive channel_not_found deprecated_endpoint ekm_access_denied
    enterprise_is_restricted fatal_error internal_error invalid_arg_name invalid_arguments invalid_array_arg invalid_auth
    invalid_charset invalid_form_data invalid_post_type method_deprecated missing_post_type missing_scope no_permission
    not_allowed_token_type not_authed org_login_required ratelimited request_timeout service_unavailable
    team_access_not_granted team_added_to_org token_expired token_revoked two_factor_setup_required`,
  start: `channel_type_not_supported duplicate_channel_not_found duplicate_message_not_found invalid_blocks
    invalid_blocks_format invalid_metadata_format invalid_metadata_schema is_archived message_limit_exceeded
    messages_tab_disabled messaging_processing_failed metadata_must_be_sent_from_app metadata_too_large
    missing_recipient_team_id missing_recipient_user_id msg_blocks_too_long no_text not_in_channel rate_limited
    restricted_action restricted_action_non_threadable_channel restricted_action_read_only_channel
    restricted_action_thread_locked restricted_action_thread_only_channel svc_connect_canvas_sharing_blocked
    svc_connect_file_link_sharing_blocked svc_connect_lists_sharing_blocked team_not_found user_not_found`,
  status: 'invalid_thread_ts reserved_username',
}
const words = (text: string) => text.split(/\s+/)
const onWire = (word: string) => word.replace(/^svc_/, 'slack_')

describe('the errors', () => {
  test.each([
    ['chat.startStream', [...words(contract.both), ...words(contract.start)]],
    ['assistant.threads.setStatus', [...words(contract.both), ...words(contract.status)]],
  ])('%s declares every error of the contract', (name, expected) => {
    const declared = new Set([...Object.keys(commonErrors), ...Object.keys(methods.get(name)!.errors)])
    expect(expected.map(onWire).filter((word) => !declared.has(word))).toEqual([])
  })

  test('in docs/spec/errors.md are exactly the declared ones', () => {
    const declared = [...methods.values()].flatMap(({ errors }) => Object.keys(errors)).filter((word) => word !== 'any')
    const all = new Set([...Object.keys(commonErrors), ...declared])
    expect([...new Set(codesOfPage().map(onWire))].toSorted()).toEqual([...all].toSorted())
  })

  // The type of the table demands a case for each error. The shared errors have theirs in testing/refusals/commonRefusals.ts.
  const own = [...methods.values()].filter(({ errors }) => Object.keys(errors).some((word) => word !== 'any'))
  test.each(own.map(({ name }) => [name]))('of %s each have a test case, which the compiler demands', (name) => {
    const tests = methodFiles(name).filter((file) => file.endsWith('.test.ts'))
    expect(tests.map((file) => readFileSync(file, 'utf8')).join('\n')).toMatch(/: Refusals<typeof \w+>/)
  })
})

/** The codes in the first column of the tables of docs/spec/errors.md. */
function codesOfPage(): string[] {
  const page = readFileSync(new URL('../../../../docs/spec/errors.md', import.meta.url), 'utf8')
  return page.split('\n').flatMap((line) => {
    const [, first = ''] = line.split('|')
    return [...first.matchAll(/`(\w+)`/g)].map(([, word = '']) => word)
  })
}
