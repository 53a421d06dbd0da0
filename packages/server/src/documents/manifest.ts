import { z } from 'zod'

/**
 * The app manifest: the keys that the server reads, with the limits of the public format. Other keys are kept as they
 * are, because manifests are written for more than one service.
 */
const text = textUpTo(4000)

function textUpTo(maxLength: number) {
  return anyTextUpTo(maxLength).min(1, 'must not be empty')
}

/** May be empty. */
function anyTextUpTo(maxLength: number) {
  return z
    .string()
    .max(2 * maxLength, `has more than ${maxLength} characters`)
    .refine((value) => Array.from(value).length <= maxLength, `has more than ${maxLength} characters`)
}

/** A name that is shown within other text, which it must not be able to change. */
function displayName(maxLength: number) {
  return textUpTo(maxLength).refine(
    (value) => !/[\p{Cc}\p{Bidi_Control}]/u.test(value),
    'has invisible characters in it',
  )
}

function listOf<Item extends z.ZodType>(item: Item, maxLength: number) {
  return z.array(item).max(maxLength, `has more than ${maxLength} entries`)
}

const noAddress = 'needs to be an address that begins with https:// or http://'
const address = text.refine(isAddress, noAddress)
const optionalText = anyTextUpTo(4000)
const prompts = z.array(z.looseObject({ title: text, message: text }))

const displayInformation = z.looseObject({
  name: displayName(35),
  description: textUpTo(140).optional(),
  long_description: textUpTo(4000).optional(),
  background_color: text
    .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'needs to be a colour like "#2c5f6f", in quotes')
    .optional(),
})

const slashCommand = z.looseObject({
  command: textUpTo(32).regex(/^\/[^\s/]+$/, 'needs to be a slash and a word, like "/ask"'),
  description: text,
  url: optionalText.optional(),
  usage_hint: optionalText.optional(),
  should_escape: z.boolean().optional(),
})

const shortcut = z.looseObject({
  name: textUpTo(24),
  type: z.enum(['message', 'global']),
  callback_id: textUpTo(255),
  description: textUpTo(150),
})

const domain = textUpTo(253).regex(/^[^\s/:]+$/, 'needs to be a domain, like "example.com"')

const features = z.looseObject({
  bot_user: z.looseObject({ display_name: displayName(80), always_online: z.boolean().optional() }).optional(),
  app_home: z
    .looseObject({
      home_tab_enabled: z.boolean().optional(),
      messages_tab_enabled: z.boolean().optional(),
      messages_tab_read_only_enabled: z.boolean().optional(),
    })
    .optional(),
  assistant_view: z.looseObject({ assistant_description: text, suggested_prompts: prompts.optional() }).optional(),
  agent_view: z
    .looseObject({
      agent_description: textUpTo(300),
      suggested_prompts: prompts.max(4, 'has more than 4 entries').optional(),
    })
    .optional(),
  slash_commands: listOf(slashCommand, 50).optional(),
  shortcuts: listOf(shortcut, 10).optional(),
  unfurl_domains: listOf(domain, 5).optional(),
})

const scope = text.regex(/^[a-z][a-z0-9_.:-]*$/, 'needs to be a scope, like "chat:write"')
const scopes = listOf(scope, 255).optional()

const oauthConfig = z.looseObject({
  redirect_urls: listOf(address, 1000).optional(),
  scopes: z.looseObject({ bot: scopes, user: scopes }).optional(),
})

const settings = z.looseObject({
  event_subscriptions: z
    .looseObject({ request_url: optionalText.optional(), bot_events: listOf(text, 100).optional() })
    .optional(),
  interactivity: z
    .looseObject({
      is_enabled: z.boolean(),
      request_url: optionalText.optional(),
      message_menu_options_url: optionalText.optional(),
    })
    .optional(),
  socket_mode_enabled: z.boolean().optional(),
  token_rotation_enabled: z.boolean().optional(),
})

export const manifestSchema = z
  .looseObject({
    display_information: displayInformation,
    features: features.optional(),
    oauth_config: oauthConfig.optional(),
    settings: settings.optional(),
  })
  .superRefine((manifest, context) => {
    // In Socket Mode nothing is sent to these addresses, and manifests often have placeholders in them.
    if (manifest.settings?.socket_mode_enabled) return
    for (const [path, value] of addressesOf(manifest))
      if (value !== undefined && !isAddress(value)) context.addIssue({ code: 'custom', path, message: noAddress })
  })

interface WithAddresses {
  features?: { slash_commands?: { url?: string | undefined }[] | undefined } | undefined
  settings?: z.output<typeof settings> | undefined
}

function* addressesOf({
  features,
  settings,
}: WithAddresses): Generator<[path: (string | number)[], value: string | undefined]> {
  const { event_subscriptions: events, interactivity } = settings ?? {}
  yield [['settings', 'event_subscriptions', 'request_url'], events?.request_url]
  yield [['settings', 'interactivity', 'request_url'], interactivity?.request_url]
  yield [['settings', 'interactivity', 'message_menu_options_url'], interactivity?.message_menu_options_url]
  for (const [i, { url }] of (features?.slash_commands ?? []).entries())
    yield [['features', 'slash_commands', i, 'url'], url]
}

/** Keys of the public format that the server does not read. They are not misspelt keys. */
export const unreadKeys: readonly string[] = `
  $schema _metadata app_directory datastores functions mcp_servers outgoing_domains types workflows
  workflow_steps actions bot_optional user_optional token_management_enabled pkce_enabled user_events
  metadata_subscriptions org_deploy_enabled allowed_ip_address_ranges incoming_webhooks is_hosted function_runtime
  hermes_app_type siws_links is_mcp_enabled unfurls rich_previews search
`
  .trim()
  .split(/\s+/)

function isAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}
