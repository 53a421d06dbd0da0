import type { Prompt } from '#store/tables/threads'
import { objectOf, objectsIn } from '#domain/jsonObjects'

/** A stored manifest. It was checked when the app was installed, or never. */
export type Manifest = Record<string, unknown>

/** A slash command, and where it is sent. */
export interface SlashCommand {
  /** With the slash. */
  command: string
  description: string
  usageHint: string | undefined
  /** Whether names of users and channels in the text are sent as ids. */
  shouldEscape: boolean
  /** Undefined in Socket Mode. */
  url: string | undefined
}

export interface Shortcut {
  name: string
  type: 'message' | 'global'
  callbackId: string
  description: string
}

/** Reads everything the server uses from a manifest. No other code knows the structure of a manifest. */
export function readManifest(manifest: Manifest, id: string) {
  const display = sectionOf(manifest, 'display_information')
  const features = sectionOf(manifest, 'features')
  const botUser = sectionOf(features, 'bot_user')
  const home = sectionOf(features, 'app_home')
  const oauth = sectionOf(manifest, 'oauth_config')
  const scopes = sectionOf(oauth, 'scopes')
  const settings = sectionOf(manifest, 'settings')
  const subscriptions = sectionOf(settings, 'event_subscriptions')
  const events = texts(subscriptions['bot_events'])
  return {
    /** `name` is the name of the bot user, `title` that of the app. */
    name: text(botUser['display_name']) ?? text(display['name']) ?? id,
    title: text(display['name']) ?? id,
    description: text(display['description']),
    longDescription: text(display['long_description']),
    backgroundColor: text(display['background_color']),
    alwaysOnline: botUser['always_online'] === true,
    messagesTab: home['messages_tab_enabled'] !== false,
    messagesReadOnly: home['messages_tab_read_only_enabled'] === true,
    homeTab: home['home_tab_enabled'] === true,
    /** People talk to an agent in a direct message, and to an assistant in threads. */
    agent: features['agent_view'] !== undefined,
    assistant: features['assistant_view'] !== undefined,
    /** [EVT-10] Whether it is an assistant that subscribes to threads that people start. */
    usesAssistantThreads:
      features['assistant_view'] !== undefined &&
      features['agent_view'] === undefined &&
      events.includes('assistant_thread_started'),
    agentDescription:
      text(sectionOf(features, 'agent_view')['agent_description']) ??
      text(sectionOf(features, 'assistant_view')['assistant_description']),
    prompts: promptsOf(features),
    commands: commandsOf(features),
    shortcuts: shortcutsOf(features),
    /** [UNF-1] The domains whose links the app describes. */
    unfurlDomains: texts(features['unfurl_domains']),
    botScopes: texts(scopes['bot']),
    userScopes: texts(scopes['user']),
    functions: functionsOf(manifest),
    redirectUrls: texts(oauth['redirect_urls']),
    /** Whether it is a public client, which has no secret and proves itself with PKCE. */
    pkce: oauth['pkce_enabled'] === true,
    tokenRotation: settings['token_rotation_enabled'] === true,
    socketMode: settings['socket_mode_enabled'] === true,
    events,
    /** The metadata of messages that it wants to know of. */
    metadata: objectsIn(subscriptions['metadata_subscriptions']).flatMap(({ app_id: app, event_type: type }) =>
      typeof app === 'string' && typeof type === 'string' ? [{ app, type }] : [],
    ),
    handlesStop: events.includes('agent_session_stopped'),
    /** The request URL for events. Unused in Socket Mode, where manifests often have a placeholder. */
    eventsUrl: text(subscriptions['request_url']),
    interactivity: interactivityOf(settings),
  }
}

/** The functions that an app offers, which workflows call custom steps. */
function functionsOf(manifest: Manifest) {
  return Object.entries(sectionOf(manifest, 'functions')).map(([callbackId, given]) => {
    const facts = objectOf(given) ?? {}
    return {
      callbackId,
      title: text(facts['title']) ?? callbackId,
      description: text(facts['description']),
      inputs: parametersOf(sectionOf(facts, 'input_parameters')),
      outputs: parametersOf(sectionOf(facts, 'output_parameters')),
    }
  })
}

/** Declared by name, or as JSON Schema with `properties` and `required`. */
function parametersOf(given: Manifest) {
  const properties = objectOf(given['properties'])
  const required = new Set(texts(given['required']))
  return Object.entries(properties ?? given).flatMap(([name, value]) => {
    const facts = objectOf(value)
    if (!facts) return []
    const isRequired = facts['is_required'] === true || required.has(name)
    const type = text(facts['type']) ?? 'string'
    return [{ name, type, title: text(facts['title']) ?? name, description: text(facts['description']), isRequired }]
  })
}

/** Undefined if interactivity is off. The URLs are unused in Socket Mode. */
function interactivityOf(settings: Manifest) {
  const given = sectionOf(settings, 'interactivity')
  if (given['is_enabled'] !== true) return undefined
  return { requestUrl: text(given['request_url']), optionsUrl: text(given['message_menu_options_url']) }
}

function commandsOf(features: Manifest): SlashCommand[] {
  return objectsIn(features['slash_commands']).flatMap((given) => {
    const command = text(given['command'])
    if (command === undefined) return []
    const description = text(given['description']) ?? ''
    const shouldEscape = given['should_escape'] === true
    return [{ command, description, usageHint: text(given['usage_hint']), shouldEscape, url: text(given['url']) }]
  })
}

function shortcutsOf(features: Manifest): Shortcut[] {
  return objectsIn(features['shortcuts']).flatMap(({ name, type, callback_id: callbackId, description }) => {
    if (type !== 'message' && type !== 'global') return []
    if (typeof name !== 'string' || typeof callbackId !== 'string') return []
    return [{ name, type, callbackId, description: text(description) ?? '' }]
  })
}

/** The prompts that the manifest suggests. At most four are shown. */
function promptsOf(features: Manifest): Prompt[] {
  const view = features['agent_view'] === undefined ? 'assistant_view' : 'agent_view'
  const given = objectsIn(sectionOf(features, view)['suggested_prompts'])
  return given
    .slice(0, 4)
    .flatMap(({ title, message }) =>
      typeof title === 'string' && typeof message === 'string' ? [{ title, message }] : [],
    )
}

function sectionOf(of: Manifest, key: string): Manifest {
  return objectOf(of[key]) ?? {}
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
