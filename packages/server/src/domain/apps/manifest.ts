import type { Prompt } from '#store/tables/tables'

/** A public manifest as it is kept: what is in it was checked when the app was installed, or never. */
export type Manifest = Record<string, unknown>

/** What people type after a slash, and where it goes. */
export interface SlashCommand {
  /** With its slash. */
  command: string
  description: string
  usageHint: string | undefined
  /** Whether names in its text are sent as ids. */
  shouldEscape: boolean
  /** Undefined: over Socket Mode. */
  url: string | undefined
}

export interface Shortcut {
  name: string
  type: 'message' | 'global'
  callbackId: string
  description: string
}

/** What the server itself reads of an app's manifest: the one place that knows where in it things stand. */
export function manifestFacts(manifest: Manifest, id: string) {
  const display = section(manifest, 'display_information')
  const features = section(manifest, 'features')
  const botUser = section(features, 'bot_user')
  const home = section(features, 'app_home')
  const oauth = section(manifest, 'oauth_config')
  const scopes = section(oauth, 'scopes')
  const settings = section(manifest, 'settings')
  const subscriptions = section(settings, 'event_subscriptions')
  const events = texts(subscriptions['bot_events'])
  return {
    /** As its bot is called among people, and as it is called itself. */
    name: text(botUser['display_name']) ?? text(display['name']) ?? id,
    title: text(display['name']) ?? id,
    description: text(display['description']),
    longDescription: text(display['long_description']),
    backgroundColor: text(display['background_color']),
    alwaysOnline: botUser['always_online'] === true,
    messagesTab: home['messages_tab_enabled'] !== false,
    messagesReadOnly: home['messages_tab_read_only_enabled'] === true,
    homeTab: home['home_tab_enabled'] === true,
    /** Of the two kinds of conversation with an app: a direct message with an agent, or threads with an assistant. */
    agent: features['agent_view'] !== undefined,
    assistant: features['assistant_view'] !== undefined,
    /** [EVT-10] An assistant that hears of the threads that people begin. */
    converses:
      features['assistant_view'] !== undefined &&
      features['agent_view'] === undefined &&
      events.includes('assistant_thread_started'),
    agentDescription:
      text(section(features, 'agent_view')['agent_description']) ??
      text(section(features, 'assistant_view')['assistant_description']),
    prompts: promptsOf(features),
    commands: commandsOf(features),
    shortcuts: shortcutsOf(features),
    botScopes: texts(scopes['bot']),
    userScopes: texts(scopes['user']),
    redirectUrls: texts(oauth['redirect_urls']),
    tokenRotation: settings['token_rotation_enabled'] === true,
    socketMode: settings['socket_mode_enabled'] === true,
    events,
    hearsStop: events.includes('agent_session_stopped'),
    /** Where events go; of no meaning in Socket Mode, where manifests often have a placeholder. */
    eventsUrl: text(subscriptions['request_url']),
    interactivity: interactivityOf(settings),
  }
}

/** Undefined where it is switched off. The addresses are of no meaning in Socket Mode. */
function interactivityOf(settings: Manifest) {
  const given = section(settings, 'interactivity')
  if (given['is_enabled'] !== true) return undefined
  return { requestUrl: text(given['request_url']), optionsUrl: text(given['message_menu_options_url']) }
}

function commandsOf(features: Manifest): SlashCommand[] {
  return objects(features['slash_commands']).flatMap((given) => {
    const command = text(given['command'])
    if (command === undefined) return []
    const description = text(given['description']) ?? ''
    const shouldEscape = given['should_escape'] === true
    return [{ command, description, usageHint: text(given['usage_hint']), shouldEscape, url: text(given['url']) }]
  })
}

function shortcutsOf(features: Manifest): Shortcut[] {
  return objects(features['shortcuts']).flatMap(({ name, type, callback_id: callbackId, description }) => {
    if (type !== 'message' && type !== 'global') return []
    if (typeof name !== 'string' || typeof callbackId !== 'string') return []
    return [{ name, type, callbackId, description: text(description) ?? '' }]
  })
}

/** What the manifest suggests to ask; at most four are shown. */
function promptsOf(features: Manifest): Prompt[] {
  const view = features['agent_view'] === undefined ? 'assistant_view' : 'agent_view'
  const given = objects(section(features, view)['suggested_prompts'])
  return given
    .slice(0, 4)
    .flatMap(({ title, message }) =>
      typeof title === 'string' && typeof message === 'string' ? [{ title, message }] : [],
    )
}

function section(of: Manifest, key: string): Manifest {
  return objectOf(of[key]) ?? {}
}

function objects(value: unknown): Manifest[] {
  return Array.isArray(value) ? value.map(objectOf).filter((item) => item !== undefined) : []
}

function objectOf(value: unknown): Manifest | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
