// Written by packages/testing/script/control.ts from packages/server/control-openapi.json.

export type JournalEntry = CallEntry | DeliveryEntry | InteractionEntry | ActEntry

export interface Operations {
  /**
   * Describes the control API, as OpenAPI 3.1.
   */
  describe: {
    args: {}
    answer: {
      openapi: string
      [k: string]: unknown
    }
  }
  /**
   * Restores the state of the workspace file: messages, the clock, faults, the journal.
   */
  reset: {
    args: {}
    answer: {
      ok: true
    }
  }
  /**
   * Makes a workspace with ids, people, apps and tokens of its own.
   */
  makeWorkspace: {
    args:
      | {
          version: 1
          /**
           * @minItems 1
           * @maxItems 1
           */
          teams: {
            [k: string]: unknown
          }[]
          [k: string]: unknown
        }
      | {
          /**
           * The name of the workspace.
           */
          name?: string
          /**
           * Names of people, `ana` and `ben` by default. The first is an admin.
           *
           * @maxItems 10000
           */
          people?: string[]
          /**
           * Names of public channels, `general` by default, with everybody in them; or members by name of the channel.
           */
          channels?:
            | string[]
            | {
                [k: string]: string[]
              }
          /**
           * The manifests of its apps.
           *
           * @maxItems 100
           */
          apps?: {
            [k: string]: unknown
          }[]
        }
    answer: {
      team: {
        id: string
        name: string
        domain: string
      }
      people: {
        id: string
        name: string
        display_name: string
        /**
         * A user token that may do all that a person may. Shown this once.
         */
        token: string
      }[]
      channels: {
        id: string
        name: string
      }[]
      apps: {
        id: string
        name: string
        bot_user: string
        bot_name: string
        tokens: {
          bot?: string
          /**
           * In Socket Mode only.
           */
          app?: string
        }
        signing_secret: string
        client_id: string
        client_secret: string
      }[]
    }
  }
  /**
   * Lists the workspaces that were made for tests and not dropped.
   */
  listWorkspaces: {
    args: {}
    answer: {
      workspaces: {
        id: string
        name: string
        domain: string
        /**
         * Unix milliseconds, by the server’s clock.
         */
        made_at: number
      }[]
    }
  }
  /**
   * Drops a workspace that was made for a test, with everything in it.
   */
  dropWorkspace: {
    args: {
      /**
       * The id of its team.
       */
      team: string
    }
    answer: {
      ok: true
    }
  }
  /**
   * Reads the clock, which every timeout and every ts follows.
   */
  readClock: {
    args: {}
    answer: {
      /**
       * Unix milliseconds, by the server’s clock.
       */
      now: number
      iso: string
      /**
       * How far the server’s clock is ahead of the machine’s, milliseconds.
       */
      ahead_ms: number
      stands: boolean
    }
  }
  /**
   * Advances the clock and does what falls due, or makes it stand or run.
   */
  setClock: {
    args: {
      /**
       * A duration like `90s`; `-2h` turns the clock back.
       */
      advance?: string
      /**
       * Whether only `advance` moves the clock from now on.
       */
      stands?: boolean
    }
    answer: {
      /**
       * Unix milliseconds, by the server’s clock.
       */
      now: number
      iso: string
      /**
       * How far the server’s clock is ahead of the machine’s, milliseconds.
       */
      ahead_ms: number
      stands: boolean
    }
  }
  /**
   * Lists the faults that wait, with what is left of them.
   */
  listFaults: {
    args: {}
    answer: {
      faults: {
        fault: 'refused' | 'lost' | 'cut' | 'event' | 'stream' | 'token' | 'app'
        how?: string
        /**
         * Milliseconds.
         */
        delay?: number
        [k: string]: unknown
      }[]
    }
  }
  /**
   * Decides what happens to the next calls of a method, to sockets, events, streams, tokens or an app.
   */
  injectFault: {
    args:
      | {
          fault: 'refused'
          /**
           * The error to answer.
           */
          error?: string
          /**
           * The HTTP status to answer.
           */
          status?: number
          /**
           * `Retry-After` in seconds.
           */
          retry_after?: number
          /**
           * The name of a method, or `*` for every method.
           */
          method?: string
          /**
           * How many calls pass before it.
           */
          after?: number
          /**
           * A duration to wait first.
           */
          delay?: string
          /**
           * How many meet it: 1, or without end with a `probability`.
           */
          times?: number
          /**
           * The share that meets it.
           */
          probability?: number
          /**
           * Another number draws others.
           */
          seed?: number
        }
      | {
          fault: 'lost'
          /**
           * The name of a method, or `*` for every method.
           */
          method?: string
          /**
           * How many calls pass before it.
           */
          after?: number
          /**
           * A duration to wait first.
           */
          delay?: string
          /**
           * How many meet it: 1, or without end with a `probability`.
           */
          times?: number
          /**
           * The share that meets it.
           */
          probability?: number
          /**
           * Another number draws others.
           */
          seed?: number
        }
      | {
          fault: 'cut'
          /**
           * The name of a method, or `*` for every method.
           */
          method?: string
          /**
           * How many calls pass before it.
           */
          after?: number
          /**
           * A duration to wait first.
           */
          delay?: string
          /**
           * How many meet it: 1, or without end with a `probability`.
           */
          times?: number
          /**
           * The share that meets it.
           */
          probability?: number
          /**
           * Another number draws others.
           */
          seed?: number
        }
      | {
          fault: 'socket'
          how: 'warning' | 'refresh_requested' | 'too_many_websockets' | 'broken' | 'silent'
          /**
           * An app by its id or name.
           */
          app?: string
          /**
           * The team in which `app` is looked for, by its id or domain.
           */
          team?: string
        }
      | {
          fault: 'event'
          how: 'twice' | 'late' | 'out_of_order'
          /**
           * The type of the event, as in `event.type` or in manifests.
           */
          event?: string
          /**
           * An app by its id or name.
           */
          app?: string
          /**
           * The team in which `app` is looked for, by its id or domain.
           */
          team?: string
          /**
           * A duration to wait first.
           */
          delay?: string
          /**
           * How many meet it: 1, or without end with a `probability`.
           */
          times?: number
          /**
           * The share that meets it.
           */
          probability?: number
          /**
           * Another number draws others.
           */
          seed?: number
        }
      | {
          fault: 'stream'
          how: 'timed_out' | 'stopped' | 'errored'
          /**
           * How many appends of a stream succeed before.
           */
          after?: number
          /**
           * An app by its id or name.
           */
          app?: string
          /**
           * The team in which `app` is looked for, by its id or domain.
           */
          team?: string
          /**
           * How many meet it: 1, or without end with a `probability`.
           */
          times?: number
          /**
           * The share that meets it.
           */
          probability?: number
          /**
           * Another number draws others.
           */
          seed?: number
        }
      | {
          fault: 'token'
          how: 'revoked'
          token?: 'bot' | 'user' | 'app' | 'all'
          /**
           * An app by its id or name.
           */
          app: string
          /**
           * The team in which `app` is looked for, by its id or domain.
           */
          team?: string
          /**
           * The name of a method, or `*` for every method.
           */
          method?: string
          /**
           * How many calls succeed before; at once by default.
           */
          after?: number
        }
      | {
          fault: 'app'
          how: 'uninstalled'
          /**
           * An app by its id or name.
           */
          app: string
          /**
           * The team in which `app` is looked for, by its id or domain.
           */
          team?: string
          /**
           * The name of a method, or `*` for every method.
           */
          method?: string
          /**
           * How many calls succeed before; at once by default.
           */
          after?: number
        }
    answer: {
      ok: true
    }
  }
  /**
   * Removes all faults.
   */
  clearFaults: {
    args: {}
    answer: {
      ok: true
    }
  }
  /**
   * Runs a function of an app, as a workflow does.
   */
  runFunction: {
    args: {
      team: string
      /**
       * An app by its id or name.
       */
      app: string
      callback_id: string
      inputs?: {
        [k: string]: unknown
      }
    }
    answer: {
      execution: string
    }
  }
  /**
   * Says how a run of a function ended.
   */
  readFunction: {
    args: {
      team: string
      execution: string
    }
    answer: {
      state: 'running' | 'completed' | 'failed'
      outputs: {
        [k: string]: unknown
      } | null
      error: string | null
    }
  }
  /**
   * A person writes a message.
   */
  say: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      /**
       * A channel, or an app or person for the direct message with them.
       */
      channel: string
      /**
       * Markdown.
       */
      text?: string
      blocks?: {
        [k: string]: unknown
      }[]
      /**
       * The message to which it replies.
       */
      thread_ts?: string
      /**
       * A message to an assistant goes into a thread with it, as in the web client.
       */
      to_assistant?: boolean
    }
    answer: {
      /**
       * The ts of a message.
       */
      ts: string
      channel: string
    }
  }
  /**
   * A person begins a thread with an assistant.
   */
  converse: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      /**
       * The id of the app.
       */
      app: string
      /**
       * The channel that the person looks at beside it.
       */
      looking?: string
    }
    answer: {
      channel: string
      /**
       * The ts of the thread’s root.
       */
      ts: string
    }
  }
  /**
   * Sets the channel that a person looks at beside an app.
   */
  look: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      /**
       * The id of the app.
       */
      app: string
      /**
       * The channel that the person looks at beside it.
       */
      looking?: string
    }
    answer: {
      ok: true
    }
  }
  /**
   * A person presses Stop: on a stream, or on the work of agents in a thread.
   */
  stop: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      channel: string
      /**
       * The ts of a stream, or of the root of a thread.
       */
      ts: string
      /**
       * In a thread: the one agent that is to stop.
       */
      app_id?: string
    }
    answer: {
      ok: true
    }
  }
  /**
   * A person presses a button, or chooses, picks or types something.
   */
  press: {
    args:
      | {
          /**
           * The id of the team.
           */
          team: string
          /**
           * The person’s id.
           */
          user: string
          view_id: string
          block_id?: string
          action_id: string
          value?: string | number | string[] | null
          state?: {
            [k: string]: {
              [k: string]: string | number | string[] | null
            }
          }
          page?: string
          [k: string]: unknown
        }
      | {
          /**
           * The id of the team.
           */
          team: string
          /**
           * The person’s id.
           */
          user: string
          channel: string
          ts: string
          attachment_id?: number
          block_id?: string
          action_id: string
          value?: string | number | string[] | null
          state?: {
            [k: string]: {
              [k: string]: string | number | string[] | null
            }
          }
          page?: string
          [k: string]: unknown
        }
    answer: {
      [k: string]: unknown
    }
  }
  /**
   * A person types into a select whose options the app loads.
   */
  options: {
    args:
      | {
          /**
           * The id of the team.
           */
          team: string
          /**
           * The person’s id.
           */
          user: string
          view_id: string
          block_id?: string
          action_id: string
          value: string
          [k: string]: unknown
        }
      | {
          /**
           * The id of the team.
           */
          team: string
          /**
           * The person’s id.
           */
          user: string
          channel: string
          ts: string
          attachment_id?: number
          block_id?: string
          action_id: string
          value: string
          [k: string]: unknown
        }
    answer: {
      options?: {
        [k: string]: unknown
      }[]
      option_groups?: {
        [k: string]: unknown
      }[]
      [k: string]: unknown
    }
  }
  /**
   * A person submits a modal.
   */
  submit: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      view_id: string
      state?: {
        [k: string]: {
          [k: string]: string | number | string[] | null
        }
      }
      page?: string
      [k: string]: unknown
    }
    answer: {
      /**
       * With them, by block_id, the modal stays open.
       */
      errors?: {
        [k: string]: string
      }
      [k: string]: unknown
    }
  }
  /**
   * A person closes a modal.
   */
  close: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      view_id: string
      all?: boolean
      [k: string]: unknown
    }
    answer: {
      [k: string]: unknown
    }
  }
  /**
   * A person uses a shortcut.
   */
  shortcut: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      app_id: string
      callback_id: string
      channel?: string
      ts?: string
      page?: string
      [k: string]: unknown
    }
    answer: {
      [k: string]: unknown
    }
  }
  /**
   * A person sends a slash command.
   */
  command: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      channel: string
      thread_ts?: string
      command: string
      text?: string
      app_id?: string
      page?: string
      [k: string]: unknown
    }
    answer: {
      [k: string]: unknown
    }
  }
  /**
   * A person opens the Home or the messages of an app.
   */
  home: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      app_id: string
      tab: 'home' | 'messages'
      looking?: string
      [k: string]: unknown
    }
    answer: {
      /**
       * What the Home shows now.
       */
      view?: {
        [k: string]: unknown
      } | null
      /**
       * The thread that was started with an assistant.
       */
      thread_ts?: string
      [k: string]: unknown
    }
  }
  /**
   * Shows a thread as one person sees it, with open streams and the status line.
   */
  readThread: {
    args: {
      team: string
      channel: string
      thread_ts: string
      viewer: string
    }
    answer: {
      /**
       * The root and its replies, the newest 1,000 at most.
       */
      messages: Message[]
      status: {
        text: string
        loading_messages: string[]
        app_id: string
        /**
         * Unix milliseconds, by the server’s clock.
         */
        ends_at: number
      } | null
      title: string | null
      suggestions: {
        title: string | null
        app_id: string
        prompts: {
          title: string
          message: string
        }[]
      } | null
      agents: {
        app_id: string
        status: string
        ends_at: number | null
      }[]
    }
  }
  /**
   * Lists the last calls, deliveries and interactions, in order.
   */
  readJournal: {
    args: {
      /**
       * Only what comes after this `seq`.
       */
      after?: number
    }
    answer: {
      entries: JournalEntry[]
    }
  }
  /**
   * Answers with the first message, call, delivery or interaction that matches, once there is one.
   */
  wait: {
    args: {
      kind?: 'message' | 'call' | 'delivery' | 'interaction' | 'act'
      after?: number
      timeout?: string
      team?: string
      channel?: string
      thread_ts?: string
      user?: string
      /**
       * Text that the message contains.
       */
      text?: string
      state?: 'in_progress' | 'completed' | 'errored'
      method?: string
      app?: string
      /**
       * The type of the delivered event, or of the interaction; the act of a person.
       */
      event?: string
      outcome?:
        | 'sent'
        | 'acknowledged'
        | 'timeout'
        | 'http_timeout'
        | 'too_many_redirects'
        | 'connection_failed'
        | 'ssl_error'
        | 'http_error'
        | 'unknown_error'
        | 'given_up'
        | 'switched_off'
      ok?: 'true' | 'false'
      error?: string
    }
    answer:
      | JournalEntry
      | {
          /**
           * The number in the team’s log.
           */
          seq: number
          /**
           * Unix milliseconds, by the server’s clock.
           */
          at: number
          channel: string | null
          message: Message
        }
  }
  /**
   * Reads all that people and apps have made of a team, as canonical JSON.
   */
  readState: {
    args: {
      team: string
      /**
       * The number of messages, at most.
       */
      limit?: number
      /**
       * `next_cursor` of the page before.
       */
      cursor?: string
    }
    answer: {
      version: 1
      team: {
        id: string
        name: string
        domain: string
      }
      people: {
        id: string
        name: string
        real_name: string
        display_name: string
        email?: string
        title: string
        admin: boolean
        deactivated: boolean
        status_text: string
        status_emoji: string
      }[]
      apps: {
        id: string
        name: string
        bot_user: string
      }[]
      channels: {
        id: string
        name: string
        kind: 'public' | 'private' | 'im' | 'mpim' | 'canvas'
        archived: boolean
        topic: string
        purpose: string
        creator?: string
        members: string[]
        pins: {
          ts: string
          user: string
        }[]
        bookmarks: {
          id: string
          title: string
          link: string
          emoji: string
        }[]
      }[]
      messages: {
        channel: string
        ts: string
        thread_ts?: string
        user: string
        app?: string
        subtype?: string
        only_for?: string
        text: string
        blocks: unknown[]
        attachments?: unknown[]
        markdown?: string
        metadata?: unknown
        username?: string
        edited: boolean
        files: string[]
        reactions: {
          name: string
          users: string[]
        }[]
        stream?: {
          state: string
          ended_by?: string
        }
      }[]
      files: {
        id: string
        name: string
        title: string
        alt: string
        size: number
        user: string
        channels: string[]
        sha256: string | null
      }[]
      usergroups: {
        id: string
        handle: string
        name: string
        users: string[]
        disabled: boolean
      }[]
      statuses: {
        channel: string
        thread_ts: string
        app: string
        text: string
      }[]
      threads: {
        channel: string
        thread_ts: string
        title?: string
        prompts?: unknown[]
      }[]
      sessions: {
        channel: string
        thread_ts: string
        app: string
        status: string
      }[]
      views: {
        id: string
        app: string
        user: string
        type: string
        root: string
        title?: string
        callback_id?: string
        blocks: unknown[]
      }[]
      scheduled: {
        id: string
        channel: string
        user: string
        app?: string
        thread_ts?: string
        post_at: number
        text: string
        failure?: string
      }[]
      /**
       * Where the next page of messages begins; null if this is all.
       */
      next_cursor?: string | null
    }
  }
  /**
   * Names what has been done between two states of one team.
   */
  diffState: {
    args: {
      before: WorkspaceState
      after: WorkspaceState
    }
    answer: {
      changes: {
        /**
         * `posted`, `edited`, `joined` and so on.
         */
        change: string
        [k: string]: unknown
      }[]
    }
  }
  /**
   * Says what an error of a method means.
   */
  explainError: {
    args: {
      method: string
      error: string
    }
    answer: {
      /**
       * Null if the method does not declare the error.
       */
      meaning: {
        wrong: string
        cause?: string
        remedy?: string
      } | null
    }
  }
  /**
   * Says what people, apps and channels are called.
   */
  nameThings: {
    args: {
      team: string
      ids: string[] | string
    }
    answer: {
      names: {
        [k: string]: {
          kind: 'person' | 'app' | 'bot' | 'channel'
          name: string
          /**
           * Of a person: the name that nobody else in the team has.
           */
          handle?: string
          /**
           * Of an app: its bot user.
           */
          bot?: string
        }
      }
    }
  }
  /**
   * Makes a call again, or sends a delivery or an interaction again.
   */
  replay: {
    args: {
      /**
       * The number of an entry of the journal.
       */
      seq: number
      /**
       * Whether a delivery is marked as a retry.
       */
      retry?: boolean
    }
    answer: {
      ok: true
      /**
       * The number of the new entry.
       */
      seq: number
    }
  }
  /**
   * Lists who and what is in a team, with what its apps need to connect.
   */
  readTeam: {
    args: {
      /**
       * Its id or domain; may be left out if there is only one.
       */
      team?: string
    }
    answer: {
      team: {
        id: string
        name: string
      }
      people: {
        id: string
        name: string
        display_name: string
      }[]
      channels: {
        id: string
        name: string
      }[]
      apps: {
        id: string
        name: string
        bot_user: string
        /**
         * The name of its bot user.
         */
        bot_name: string
        tokens: {
          bot?: string
          app?: string
        }
        signing_secret: string
        client_id: string
        client_secret: string
      }[]
    }
  }
  /**
   * Says how far things are in a team, at once, or with `after` when something happens there.
   */
  waitForChange: {
    args: {
      team: string
      /**
       * Waits while `turn` is this number.
       */
      after?: number
      /**
       * At most a minute; then the answer is as before.
       */
      timeout?: string
    }
    answer: {
      /**
       * Rises with everything that happens: what is logged, calls, deliveries, interactions.
       */
      turn: number
      /**
       * Rises with what is logged. /control/reply takes it.
       */
      position: number
      /**
       * The number of the newest entry of the journal.
       */
      journal: number
      /**
       * Unix milliseconds, by the server’s clock.
       */
      now: number
    }
  }
  /**
   * Waits until nobody in a team has anything left to do, and for some time nothing has happened.
   */
  waitUntilSettled: {
    args: {
      team: string
      quiet?: string
      timeout?: string
    }
    answer: {
      /**
       * False after `timeout`.
       */
      settled: boolean
    }
  }
  /**
   * Shows what a person sees of a channel or thread, as text and as messages.
   */
  readSight: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      /**
       * A channel, or an app or person for the direct message with them.
       */
      channel: string
      thread_ts?: string
    }
    answer: {
      /**
       * One line for each message and for the status, as one would read it aloud.
       */
      text: string
      messages: ShownMessage[]
      status?: string
      title?: string
      suggestions: {
        title: string
        message: string
      }[]
      /**
       * The state of agents in the thread, by the id of their app.
       */
      agents: {
        [k: string]: string
      }
    }
  }
  /**
   * Shows a message as a person sees it, with how it was streamed.
   */
  readMessage: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      channel: string
      ts: string
    }
    answer: {
      channel: string
      ts: string
      /**
       * The root of its thread, unless it is in none.
       */
      thread_ts?: string
      user: string
      text: string
      /**
       * Its blocks, and those of its attachments.
       */
      blocks: {
        [k: string]: unknown
      }[]
      /**
       * Of a message that was streamed.
       */
      stream?: {
        state: 'in_progress' | 'completed' | 'errored'
        ended_by?: 'app' | 'reader' | 'idle' | 'lifetime' | 'error'
        /**
         * Everything that was streamed as text.
         */
        markdown: string
        /**
         * What each call added, in order, the text that came with the end included.
         */
        appends: {
          text: string
          chunks: {
            [k: string]: unknown
          }[]
        }[]
      }
      /**
       * The only person who sees it.
       */
      ephemeral_for?: string
      reactions: {
        name: string
        users: string[]
      }[]
      files: {
        id: string
        name?: string
      }[]
      /**
       * The message object of the Web API.
       */
      object: {
        type?: 'message'
        /**
         * `tombstone`: a deleted message with replies. `assistant_app_thread`: the root of an assistant thread. `file_share`: a message with `files`. `thread_broadcast`: a reply that was sent to the channel too. `me_message`: what a user does, written with /me. All others: system messages.
         */
        subtype?:
          | 'tombstone'
          | 'assistant_app_thread'
          | 'file_share'
          | 'thread_broadcast'
          | 'me_message'
          | 'channel_join'
          | 'channel_leave'
          | 'channel_topic'
          | 'channel_purpose'
          | 'channel_name'
          | 'channel_archive'
          | 'channel_unarchive'
        hidden?: boolean
        user?: string
        bot_id?: string
        app_id?: string
        team?: string
        bot_profile?: {
          id: string
          app_id: string
          user_id: string
          name: string
          deleted: boolean
          updated: number
          icons: {
            [k: string]: string
          }
          team_id: string
        }
        text?: string
        blocks?: {
          [k: string]: unknown
        }[]
        /**
         * The attachments, each with an `id` and a `fallback`.
         */
        attachments?: {
          [k: string]: unknown
        }[]
        /**
         * The Markdown of a message that was written or streamed as Markdown.
         */
        markdown_text?: string
        ts?: string
        thread_ts?: string
        parent_user_id?: string
        streaming_state?: 'in_progress' | 'completed' | 'errored'
        /**
         * In each message that a person wrote: a UUID.
         */
        client_msg_id?: string
        username?: string
        icons?: {
          [k: string]: string
        }
        edited?: {
          user: string
          ts: string
        }
        metadata?: {
          [k: string]: unknown
        }
        files?: {
          id: string
          /**
           * `snippet`: the file is text. `tombstone`: it was deleted.
           */
          mode: 'hosted' | 'snippet' | 'tombstone'
          created?: number
          timestamp?: number
          name?: string
          title?: string
          alt_txt?: string
          /**
           * The media type, by the ending of the name or the `snippet_type`.
           */
          mimetype?: string
          filetype?: string
          pretty_type?: string
          size?: number
          user?: string
          user_team?: string
          editable?: false
          is_external?: false
          is_public?: boolean
          public_url_shared?: false
          file_access?: 'visible'
          /**
           * For signed-in people, and for apps with `Authorization: Bearer`.
           */
          url_private?: string
          /**
           * The same as a download.
           */
          url_private_download?: string
          permalink?: string
          /**
           * The pixels of a PNG, JPEG or GIF.
           */
          original_w?: number
          original_h?: number
          /**
           * Every `thumb_` is the address of the picture itself.
           */
          thumb_64?: string
          thumb_80?: string
          thumb_160?: string
          thumb_360?: string
          /**
           * How large the picture is if it is scaled to fit.
           */
          thumb_360_w?: number
          thumb_360_h?: number
          thumb_480?: string
          thumb_480_w?: number
          thumb_480_h?: number
          thumb_720?: string
          thumb_720_w?: number
          thumb_720_h?: number
          thumb_1024?: string
          thumb_1024_w?: number
          thumb_1024_h?: number
        }[]
        upload?: boolean
        /**
         * The reactions. `users` lists the first 50 people and apps, `count` counts all.
         */
        reactions?: {
          name: string
          users: string[]
          count: number
        }[]
        /**
         * The channel, if the message is pinned to it.
         */
        pinned_to?: string[]
        /**
         * Who pinned the message, and when in Unix seconds.
         */
        pinned_info?: {
          channel: string
          pinned_by: string
          pinned_ts: number
        }
        is_locked?: boolean
        reply_count?: number
        reply_users_count?: number
        reply_users?: string[]
        latest_reply?: string
        /**
         * The title of the thread that begins here, of `subtype: assistant_app_thread`.
         */
        assistant_app_thread?: {
          title: string
        }
        /**
         * The status of agents in the thread.
         */
        agent_session?: {
          status: 'active' | 'processing' | 'suspended' | 'closed'
          title: string
          agent_bot_user_ids: string[]
          /**
           * Unix seconds after which the status is `active` again.
           */
          date_status_processing_expire?: number
          agent_statuses: {
            agent_bot_user_id: string
            status: 'active' | 'processing' | 'suspended' | 'closed'
            /**
             * Unix seconds after which the status is `active` again.
             */
            date_status_processing_expire?: number
            is_stoppable: boolean
          }[]
        }
        /**
         * The member who invited the one who joined.
         */
        inviter?: string
        topic?: string
        purpose?: string
        name?: string
        old_name?: string
        /**
         * The current root of a `thread_broadcast`.
         */
        root?: {
          [k: string]: unknown
        }
        [k: string]: unknown
      }
    }
  }
  /**
   * Shows the modal on top of those that a person has open, or with `app` what that app shows in its Home.
   */
  readView: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      app?: string
    }
    answer: {
      view: ShownView | null
    }
  }
  /**
   * A person uploads a file and shares it.
   */
  share: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      /**
       * A channel, or an app or person for the direct message with them.
       */
      channel: string
      thread_ts?: string
      /**
       * Markdown.
       */
      text?: string
      file: {
        name: string
        /**
         * Its bytes, in Base64.
         */
        content: string
        /**
         * Describes an image.
         */
        alt?: string
      }
    }
    answer: {
      channel: string
      /**
       * The ts of a message.
       */
      ts: string
    }
  }
  /**
   * A person adds an emoji to a message, or takes it away.
   */
  react: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      channel: string
      ts: string
      /**
       * The name of the emoji: `tada`.
       */
      name: string
      wanted?: boolean
    }
    answer: {
      ok: true
    }
  }
  /**
   * A person uses an element that is named by its `action_id`, or by what is written on it or above it.
   */
  use: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      channel?: string
      /**
       * The message with the element; or a modal or home:
       */
      ts?: string
      view_id?: string
      element: string
      /**
       * The text or value of an option, a date, text, an id; or several of them.
       */
      choice?: string | number | string[] | null
      /**
       * Of fields, by `action_id` or label.
       */
      values?: {
        /**
         * The text or value of an option, a date, text, an id; or several of them.
         */
        [k: string]: string | number | string[] | null
      }
    }
    answer: {}
  }
  /**
   * A person fills in a modal and submits it.
   */
  fill: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      view_id: string
      /**
       * Of fields, by `action_id` or label.
       */
      values?: {
        /**
         * The text or value of an option, a date, text, an id; or several of them.
         */
        [k: string]: string | number | string[] | null
      }
    }
    answer: {
      errors?: {
        [k: string]: string
      }
    }
  }
  /**
   * Finds the direct message of a person with an app or another person, and opens it on first use.
   */
  openDirectMessage: {
    args: {
      /**
       * The id of the team.
       */
      team: string
      /**
       * The person’s id.
       */
      user: string
      /**
       * The id of an app or a person.
       */
      with: string
    }
    answer: {
      channel: string
    }
  }
  /**
   * Finds the first message of an app that answers something.
   */
  findReply: {
    args: {
      team: string
      /**
       * The id of the app.
       */
      app: string
      state?: 'ended' | 'streaming'
      /**
       * A `position` of /control/changes.
       */
      after: number
      /**
       * A message that is answered, or a channel.
       */
      to?: {
        channel: string
        ts?: string
        thread_ts?: string
      }
      /**
       * Messages that do not count, each as "channel ts".
       *
       * @maxItems 50000
       */
      except?: string[]
    }
    answer: {
      message: ShownMessage | null
    }
  }
  /**
   * From now on, events and interactions for an app are posted to this address, in place of a socket.
   */
  receive: {
    args: {
      team: string
      app: string
      url: string
    }
    answer: {
      ok: true
    }
  }
  /**
   * Says what happened in a team, in order, for the error of a test.
   */
  tellStory: {
    args: {
      team: string
      /**
       * What the test misses.
       */
      missing: string
      /**
       * Only what comes after this number of the journal.
       */
      since?: number
      /**
       * What people did, with the time and the `journal` of /control/changes before it.
       *
       * @maxItems 10000
       */
      acts: {
        words: string
        at: number
        journal: number
      }[]
    }
    answer: {
      text: string
    }
  }
  /**
   * Makes text of a message or of entries of the journal that is the same in every run.
   */
  makeSnapshot: {
    args: {
      team: string
      /**
       * Anything with ids in it.
       */
      value?: {
        [k: string]: unknown
      }
      /**
       * Entries of the journal.
       */
      entries?: (
        | {
            seq: number
            /**
             * Unix milliseconds, by the server’s clock.
             */
            at: number
            /**
             * The number of the entry that this one repeats, because somebody asked for it.
             */
            replays?: number
            kind: 'call'
            request_id: string
            method: string
            team?: string
            app?: string
            user?: string
            /**
             * As received, without tokens; long texts are shortened.
             */
            args: {
              [k: string]: unknown
            }
            status: number
            /**
             * As answered, without secrets; long texts and lists are shortened.
             */
            answer: {
              [k: string]: unknown
            }
            /**
             * An injected fault kept the answer, or half of it, from the app, or was done after the call.
             */
            fault?:
              | 'lost'
              | 'cut'
              | 'stream_timed_out'
              | 'stream_stopped'
              | 'stream_errored'
              | 'token_revoked'
              | 'app_uninstalled'
            ok: boolean
            error?: string
            detail?: string
            /**
             * What would fail or surprise on the public service.
             */
            hints: {
              code: string
              detail: string
              [k: string]: unknown
            }[]
            /**
             * Milliseconds.
             */
            took_ms: number
            [k: string]: unknown
          }
        | {
            seq: number
            /**
             * Unix milliseconds, by the server’s clock.
             */
            at: number
            /**
             * The number of the entry that this one repeats, because somebody asked for it.
             */
            replays?: number
            kind: 'delivery'
            team: string
            app: string
            channel: string
            event_id: string
            /**
             * As sent to the app; long texts are shortened.
             */
            event: {
              [k: string]: unknown
            }
            /**
             * Of a delivery over Socket Mode.
             */
            envelope_id?: string
            /**
             * Of a delivery by HTTP: the address.
             */
            url?: string
            /**
             * Of a delivery by HTTP: the status of the answer.
             */
            status?: number
            attempt: number
            outcome: string
            /**
             * The reason of the outcome, as a sentence.
             */
            detail?: string
            /**
             * The injected fault that the event met.
             */
            fault?: 'twice' | 'late' | 'out_of_order'
            /**
             * Milliseconds.
             */
            took_ms?: number
            [k: string]: unknown
          }
        | {
            seq: number
            /**
             * Unix milliseconds, by the server’s clock.
             */
            at: number
            /**
             * The number of the entry that this one repeats, because somebody asked for it.
             */
            replays?: number
            kind: 'interaction'
            team: string
            app: string
            user: string
            type: string
            /**
             * As sent to the app, without its secrets; long texts are shortened.
             */
            payload: {
              [k: string]: unknown
            }
            way: 'socket' | 'http'
            envelope_id?: string
            outcome: string
            detail: string
            answer?: unknown
            /**
             * Milliseconds.
             */
            took_ms: number
            [k: string]: unknown
          }
        | {
            seq: number
            /**
             * Unix milliseconds, by the server’s clock.
             */
            at: number
            kind: 'act'
            team: string
            user: string
            /**
             * `says`, `edits`, `deletes`, `forwards`, `uploads`, `stops`, `reacts`, `unreacts`, `opens` …
             */
            act: string
            channel?: string
            /**
             * The message that they wrote, or that the act is about.
             */
            ts?: string
            /**
             * What else it takes to do the same again; long texts are shortened.
             */
            detail: {
              [k: string]: unknown
            }
            [k: string]: unknown
          }
      )[]
    }
    answer: {
      text: string
    }
  }
  /**
   * Makes an event happen by doing what it tells of, and says which apps it was sent to.
   */
  triggerEvent: {
    args: {
      /**
       * The event, as manifests name it.
       */
      event: string
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      /**
       * By name or id; the first that subscribes to the event by default.
       */
      app?: string
      /**
       * Who does it, by name or id.
       */
      user?: string
      /**
       * Where, by name or id.
       */
      channel?: string
    }
    answer: {
      ok: true
      event: string
      /**
       * What was done, in sentences without the full stop.
       */
      did: string[]
      apps: {
        app: string
        name: string
        state: 'acknowledged' | 'sent' | 'failed' | 'due' | 'waiting' | 'not_sent'
        /**
         * What happened to it, or why it was not sent.
         */
        detail: string
        /**
         * The entry of the journal that tells of it.
         */
        seq?: number
      }[]
    }
  }
  /**
   * Lists the teams, with the names of their people, channels and apps.
   */
  readDirectory: {
    args: {}
    answer: {
      teams: {
        id: string
        name: string
        domain: string
        people: {
          id: string
          name: string
          display_name: string
        }[]
        channels: {
          id: string
          name: string
        }[]
        apps: {
          id: string
          name: string
          bot_user: string
          bot_name: string
        }[]
      }[]
    }
  }
  /**
   * Gives a token with which to call as a person.
   */
  providePersonToken: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      /**
       * By e-mail, name or id.
       */
      user: string
    }
    answer: {
      ok: true
      token: string
    }
  }
  /**
   * Installs an app from its manifest, or updates it.
   */
  installApp: {
    args: {
      manifest: {
        [k: string]: unknown
      }
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      /**
       * The person who does it, by id, name or e-mail; an admin by default.
       */
      by?: string
      /**
       * An app by its id or name. May be left out if there is only one.
       */
      app?: string
      /**
       * Where the manifest comes from.
       */
      origin?: string
      /**
       * Updates the app of that name wherever it came from.
       */
      update?: boolean
      /**
       * The channel of an incoming webhook to create.
       */
      webhook_channel?: string
    }
    answer: {
      ok: true
      /**
       * The address of the server.
       */
      url: string
      dev: boolean
      app: {
        id: string
        name: string
        team: {
          id: string
          name: string
        }
        scopes: string[]
        events: string[]
        /**
         * Those of its events that this server never sends.
         */
        unsentEvents: string[]
        socketMode: boolean
        eventsUrl?: string
        usesOAuth: boolean
        clientId: string
        clientSecret: string
        signingSecret: string
        tokens: {
          bot?: string
          app?: string
        }
        webhookUrl?: string
        updated: boolean
        installedBy?: string
      }
    }
  }
  /**
   * Shows what an app needs to connect.
   */
  readApp: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      /**
       * An app by its id or name. May be left out if there is only one.
       */
      app?: string
      /**
       * Creates tokens in addition to the existing ones.
       */
      new_tokens?: boolean
    }
    answer: {
      ok: true
      /**
       * The address of the server.
       */
      url: string
      dev: boolean
      app: {
        id: string
        name: string
        team: {
          id: string
          name: string
        }
        scopes: string[]
        events: string[]
        /**
         * Those of its events that this server never sends.
         */
        unsentEvents: string[]
        socketMode: boolean
        eventsUrl?: string
        usesOAuth: boolean
        clientId: string
        clientSecret: string
        signingSecret: string
        tokens: {
          bot?: string
          app?: string
        }
        webhookUrl?: string
      }
    }
  }
  /**
   * Uninstalls an app from a team.
   */
  uninstallApp: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      app: string
    }
    answer: {
      ok: true
      id: string
      name: string
      /**
       * The name of the team.
       */
      team: string
    }
  }
  /**
   * Issues a token with which a person may create apps for half a day.
   */
  issueConfigurationToken: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      /**
       * The person who does it, by id, name or e-mail; an admin by default.
       */
      by?: string
    }
    answer: {
      ok: true
      token: string
      expiresAt: number
      by: string
    }
  }
  /**
   * Lists the people of a team.
   */
  listPeople: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
    }
    answer: {
      ok: true
      users: {
        id: string
        team: string
        name: string
        real_name: string
        email: string | null
        admin: boolean
        deactivated: boolean
        has_password: boolean
        /**
         * How many browsers they are signed in with.
         */
        sessions: number
      }[]
    }
  }
  /**
   * Adds a person to a team.
   */
  addPerson: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      email: string
      name?: string
      real_name?: string
      admin?: boolean
      password?: string
    }
    answer: {
      ok: true
      user: {
        id: string
        team: string
        name: string
        real_name: string
        email: string | null
        admin: boolean
        deactivated: boolean
        has_password: boolean
        /**
         * How many browsers they are signed in with.
         */
        sessions: number
      }
    }
  }
  /**
   * Locks a person out.
   */
  deactivatePerson: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      /**
       * A person by e-mail, name or id.
       */
      user: string
    }
    answer: {
      ok: true
      user: {
        id: string
        team: string
        name: string
        real_name: string
        email: string | null
        admin: boolean
        deactivated: boolean
        has_password: boolean
        /**
         * How many browsers they are signed in with.
         */
        sessions: number
      }
    }
  }
  /**
   * Lets a person in again.
   */
  activatePerson: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      /**
       * A person by e-mail, name or id.
       */
      user: string
    }
    answer: {
      ok: true
      user: {
        id: string
        team: string
        name: string
        real_name: string
        email: string | null
        admin: boolean
        deactivated: boolean
        has_password: boolean
        /**
         * How many browsers they are signed in with.
         */
        sessions: number
      }
    }
  }
  /**
   * Sets a password, and signs the person out everywhere.
   */
  setPassword: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      /**
       * A person by e-mail, name or id.
       */
      user: string
      password: string
    }
    answer: {
      ok: true
      user: {
        id: string
        team: string
        name: string
        real_name: string
        email: string | null
        admin: boolean
        deactivated: boolean
        has_password: boolean
        /**
         * How many browsers they are signed in with.
         */
        sessions: number
      }
      /**
       * How many sessions have ended.
       */
      sessions: number
    }
  }
  /**
   * Lists the browsers that a person is signed in with.
   */
  listSessions: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      /**
       * A person by e-mail, name or id.
       */
      user: string
    }
    answer: {
      ok: true
      sessions: {
        id: string
        browser: string
        system: string
        created_at: number
        active_at: number
        expires_at: number
      }[]
    }
  }
  /**
   * Ends one session of a person, or all.
   */
  signOut: {
    args: {
      /**
       * A team by its id or domain. May be left out if there is only one.
       */
      team?: string
      /**
       * A person by e-mail, name or id.
       */
      user: string
      /**
       * The id of one session.
       */
      session?: string
    }
    answer: {
      ok: true
      user: {
        id: string
        team: string
        name: string
        real_name: string
        email: string | null
        admin: boolean
        deactivated: boolean
        has_password: boolean
        /**
         * How many browsers they are signed in with.
         */
        sessions: number
      }
      /**
       * How many sessions have ended.
       */
      sessions: number
    }
  }
  /**
   * Lists tokens, without the tokens themselves.
   */
  listTokens: {
    args: {
      team?: string
      app?: string
      all?: boolean
    }
    answer: {
      ok: true
      tokens: {
        /**
         * The beginning of its hash.
         */
        id: string
        kind: 'bot' | 'user' | 'app' | 'org'
        app: {
          id: string
          name: string
        } | null
        team: string | null
        person: {
          id: string
          name: string
        } | null
        scopes: string[]
        created_at: number | null
        expires_at: number | null
        last_four: string | null
        state: 'valid' | 'expired' | 'revoked'
      }[]
    }
  }
  /**
   * Revokes the token that is named by its id, its last four characters or itself.
   */
  revokeToken: {
    args: {
      team?: string
      app?: string
      token: string
    }
    answer: {
      ok: true
      token: {
        /**
         * The beginning of its hash.
         */
        id: string
        kind: 'bot' | 'user' | 'app' | 'org'
        app: {
          id: string
          name: string
        } | null
        team: string | null
        person: {
          id: string
          name: string
        } | null
        scopes: string[]
        created_at: number | null
        expires_at: number | null
        last_four: string | null
        state: 'valid' | 'expired' | 'revoked'
      }
    }
  }
  /**
   * Seals the secrets in the database with a new key.
   */
  rotateKey: {
    args: {}
    answer: {
      ok: true
      /**
       * How many secrets.
       */
      sealed: number
    }
  }
  /**
   * Applies a workspace file to the database.
   */
  applyWorkspace: {
    args: {
      name: string
      text: string
      files: {
        [k: string]: string
      }
      dry_run: boolean
    }
    answer: {
      ok: true
      changes: {
        about: string
        words: string
      }[]
      hashing: number
    }
  }
}
export interface Message {
  type: 'message'
  /**
   * `tombstone`: a deleted message with replies. `assistant_app_thread`: the root of an assistant thread. `file_share`: a message with `files`. `thread_broadcast`: a reply that was sent to the channel too. `me_message`: what a user does, written with /me. All others: system messages.
   */
  subtype?:
    | 'tombstone'
    | 'assistant_app_thread'
    | 'file_share'
    | 'thread_broadcast'
    | 'me_message'
    | 'channel_join'
    | 'channel_leave'
    | 'channel_topic'
    | 'channel_purpose'
    | 'channel_name'
    | 'channel_archive'
    | 'channel_unarchive'
  hidden?: boolean
  user: string
  bot_id?: string
  app_id?: string
  team: string
  bot_profile?: {
    id: string
    app_id: string
    user_id: string
    name: string
    deleted: boolean
    updated: number
    icons: {
      [k: string]: string
    }
    team_id: string
  }
  text: string
  blocks: {
    [k: string]: unknown
  }[]
  /**
   * The attachments, each with an `id` and a `fallback`.
   */
  attachments?: {
    [k: string]: unknown
  }[]
  /**
   * The Markdown of a message that was written or streamed as Markdown.
   */
  markdown_text?: string
  ts: string
  thread_ts?: string
  parent_user_id?: string
  streaming_state?: 'in_progress' | 'completed' | 'errored'
  /**
   * In each message that a person wrote: a UUID.
   */
  client_msg_id?: string
  username?: string
  icons?: {
    [k: string]: string
  }
  edited?: {
    user: string
    ts: string
  }
  metadata?: {
    [k: string]: unknown
  }
  files?: {
    id: string
    /**
     * `snippet`: the file is text. `tombstone`: it was deleted.
     */
    mode: 'hosted' | 'snippet' | 'tombstone'
    created?: number
    timestamp?: number
    name?: string
    title?: string
    alt_txt?: string
    /**
     * The media type, by the ending of the name or the `snippet_type`.
     */
    mimetype?: string
    filetype?: string
    pretty_type?: string
    size?: number
    user?: string
    user_team?: string
    editable?: false
    is_external?: false
    is_public?: boolean
    public_url_shared?: false
    file_access?: 'visible'
    /**
     * For signed-in people, and for apps with `Authorization: Bearer`.
     */
    url_private?: string
    /**
     * The same as a download.
     */
    url_private_download?: string
    permalink?: string
    /**
     * The pixels of a PNG, JPEG or GIF.
     */
    original_w?: number
    original_h?: number
    /**
     * Every `thumb_` is the address of the picture itself.
     */
    thumb_64?: string
    thumb_80?: string
    thumb_160?: string
    thumb_360?: string
    /**
     * How large the picture is if it is scaled to fit.
     */
    thumb_360_w?: number
    thumb_360_h?: number
    thumb_480?: string
    thumb_480_w?: number
    thumb_480_h?: number
    thumb_720?: string
    thumb_720_w?: number
    thumb_720_h?: number
    thumb_1024?: string
    thumb_1024_w?: number
    thumb_1024_h?: number
  }[]
  upload?: boolean
  /**
   * The reactions. `users` lists the first 50 people and apps, `count` counts all.
   */
  reactions?: {
    name: string
    users: string[]
    count: number
  }[]
  /**
   * The channel, if the message is pinned to it.
   */
  pinned_to?: string[]
  /**
   * Who pinned the message, and when in Unix seconds.
   */
  pinned_info?: {
    channel: string
    pinned_by: string
    pinned_ts: number
  }
  is_locked?: boolean
  reply_count?: number
  reply_users_count?: number
  reply_users?: string[]
  latest_reply?: string
  /**
   * The title of the thread that begins here, of `subtype: assistant_app_thread`.
   */
  assistant_app_thread?: {
    title: string
  }
  /**
   * The status of agents in the thread.
   */
  agent_session?: {
    status: 'active' | 'processing' | 'suspended' | 'closed'
    title: string
    agent_bot_user_ids: string[]
    /**
     * Unix seconds after which the status is `active` again.
     */
    date_status_processing_expire?: number
    agent_statuses: {
      agent_bot_user_id: string
      status: 'active' | 'processing' | 'suspended' | 'closed'
      /**
       * Unix seconds after which the status is `active` again.
       */
      date_status_processing_expire?: number
      is_stoppable: boolean
    }[]
  }
  /**
   * The member who invited the one who joined.
   */
  inviter?: string
  topic?: string
  purpose?: string
  name?: string
  old_name?: string
  /**
   * The current root of a `thread_broadcast`.
   */
  root?: {
    [k: string]: unknown
  }
}
export interface CallEntry {
  seq: number
  /**
   * Unix milliseconds, by the server’s clock.
   */
  at: number
  /**
   * The number of the entry that this one repeats, because somebody asked for it.
   */
  replays?: number
  kind: 'call'
  request_id: string
  method: string
  team?: string
  app?: string
  user?: string
  /**
   * As received, without tokens; long texts are shortened.
   */
  args: {
    [k: string]: unknown
  }
  status: number
  /**
   * As answered, without secrets; long texts and lists are shortened.
   */
  answer: {
    [k: string]: unknown
  }
  /**
   * An injected fault kept the answer, or half of it, from the app, or was done after the call.
   */
  fault?:
    'lost' | 'cut' | 'stream_timed_out' | 'stream_stopped' | 'stream_errored' | 'token_revoked' | 'app_uninstalled'
  ok: boolean
  error?: string
  detail?: string
  /**
   * What would fail or surprise on the public service.
   */
  hints: {
    code: string
    detail: string
  }[]
  /**
   * Milliseconds.
   */
  took_ms: number
}
export interface DeliveryEntry {
  seq: number
  /**
   * Unix milliseconds, by the server’s clock.
   */
  at: number
  /**
   * The number of the entry that this one repeats, because somebody asked for it.
   */
  replays?: number
  kind: 'delivery'
  team: string
  app: string
  channel: string
  event_id: string
  /**
   * As sent to the app; long texts are shortened.
   */
  event: {
    [k: string]: unknown
  }
  /**
   * Of a delivery over Socket Mode.
   */
  envelope_id?: string
  /**
   * Of a delivery by HTTP: the address.
   */
  url?: string
  /**
   * Of a delivery by HTTP: the status of the answer.
   */
  status?: number
  attempt: number
  outcome: string
  /**
   * The reason of the outcome, as a sentence.
   */
  detail?: string
  /**
   * The injected fault that the event met.
   */
  fault?: 'twice' | 'late' | 'out_of_order'
  /**
   * Milliseconds.
   */
  took_ms?: number
}
export interface InteractionEntry {
  seq: number
  /**
   * Unix milliseconds, by the server’s clock.
   */
  at: number
  /**
   * The number of the entry that this one repeats, because somebody asked for it.
   */
  replays?: number
  kind: 'interaction'
  team: string
  app: string
  user: string
  type: string
  /**
   * As sent to the app, without its secrets; long texts are shortened.
   */
  payload: {
    [k: string]: unknown
  }
  way: 'socket' | 'http'
  envelope_id?: string
  outcome: string
  detail: string
  answer?: unknown
  /**
   * Milliseconds.
   */
  took_ms: number
}
export interface ActEntry {
  seq: number
  /**
   * Unix milliseconds, by the server’s clock.
   */
  at: number
  kind: 'act'
  team: string
  user: string
  /**
   * `says`, `edits`, `deletes`, `forwards`, `uploads`, `stops`, `reacts`, `unreacts`, `opens` …
   */
  act: string
  channel?: string
  /**
   * The message that they wrote, or that the act is about.
   */
  ts?: string
  /**
   * What else it takes to do the same again; long texts are shortened.
   */
  detail: {
    [k: string]: unknown
  }
}
export interface WorkspaceState {
  version: 1
  team: {
    id: string
    name: string
    domain: string
  }
  people: {
    id: string
    name: string
    real_name: string
    display_name: string
    email?: string
    title: string
    admin: boolean
    deactivated: boolean
    status_text: string
    status_emoji: string
  }[]
  apps: {
    id: string
    name: string
    bot_user: string
  }[]
  channels: {
    id: string
    name: string
    kind: 'public' | 'private' | 'im' | 'mpim' | 'canvas'
    archived: boolean
    topic: string
    purpose: string
    creator?: string
    members: string[]
    pins: {
      ts: string
      user: string
    }[]
    bookmarks: {
      id: string
      title: string
      link: string
      emoji: string
    }[]
  }[]
  messages: {
    channel: string
    ts: string
    thread_ts?: string
    user: string
    app?: string
    subtype?: string
    only_for?: string
    text: string
    blocks: unknown[]
    attachments?: unknown[]
    markdown?: string
    metadata?: unknown
    username?: string
    edited: boolean
    files: string[]
    reactions: {
      name: string
      users: string[]
    }[]
    stream?: {
      state: string
      ended_by?: string
    }
  }[]
  files: {
    id: string
    name: string
    title: string
    alt: string
    size: number
    user: string
    channels: string[]
    sha256: string | null
  }[]
  usergroups: {
    id: string
    handle: string
    name: string
    users: string[]
    disabled: boolean
  }[]
  statuses: {
    channel: string
    thread_ts: string
    app: string
    text: string
  }[]
  threads: {
    channel: string
    thread_ts: string
    title?: string
    prompts?: unknown[]
  }[]
  sessions: {
    channel: string
    thread_ts: string
    app: string
    status: string
  }[]
  views: {
    id: string
    app: string
    user: string
    type: string
    root: string
    title?: string
    callback_id?: string
    blocks: unknown[]
  }[]
  scheduled: {
    id: string
    channel: string
    user: string
    app?: string
    thread_ts?: string
    post_at: number
    text: string
    failure?: string
  }[]
  /**
   * Where the next page of messages begins; null if this is all.
   */
  next_cursor?: string | null
}
export interface ShownMessage {
  channel: string
  ts: string
  /**
   * The root of its thread, unless it is in none.
   */
  thread_ts?: string
  user: string
  text: string
  /**
   * Its blocks, and those of its attachments.
   */
  blocks: {
    [k: string]: unknown
  }[]
  /**
   * Of a message that was streamed.
   */
  stream?: {
    state: 'in_progress' | 'completed' | 'errored'
    ended_by?: 'app' | 'reader' | 'idle' | 'lifetime' | 'error'
    /**
     * Everything that was streamed as text.
     */
    markdown: string
    /**
     * What each call added, in order, the text that came with the end included.
     */
    appends: {
      text: string
      chunks: {
        [k: string]: unknown
      }[]
    }[]
  }
  /**
   * The only person who sees it.
   */
  ephemeral_for?: string
  reactions: {
    name: string
    users: string[]
  }[]
  files: {
    id: string
    name?: string
  }[]
  /**
   * The message object of the Web API.
   */
  object: {
    type?: 'message'
    /**
     * `tombstone`: a deleted message with replies. `assistant_app_thread`: the root of an assistant thread. `file_share`: a message with `files`. `thread_broadcast`: a reply that was sent to the channel too. `me_message`: what a user does, written with /me. All others: system messages.
     */
    subtype?:
      | 'tombstone'
      | 'assistant_app_thread'
      | 'file_share'
      | 'thread_broadcast'
      | 'me_message'
      | 'channel_join'
      | 'channel_leave'
      | 'channel_topic'
      | 'channel_purpose'
      | 'channel_name'
      | 'channel_archive'
      | 'channel_unarchive'
    hidden?: boolean
    user?: string
    bot_id?: string
    app_id?: string
    team?: string
    bot_profile?: {
      id: string
      app_id: string
      user_id: string
      name: string
      deleted: boolean
      updated: number
      icons: {
        [k: string]: string
      }
      team_id: string
    }
    text?: string
    blocks?: {
      [k: string]: unknown
    }[]
    /**
     * The attachments, each with an `id` and a `fallback`.
     */
    attachments?: {
      [k: string]: unknown
    }[]
    /**
     * The Markdown of a message that was written or streamed as Markdown.
     */
    markdown_text?: string
    ts?: string
    thread_ts?: string
    parent_user_id?: string
    streaming_state?: 'in_progress' | 'completed' | 'errored'
    /**
     * In each message that a person wrote: a UUID.
     */
    client_msg_id?: string
    username?: string
    icons?: {
      [k: string]: string
    }
    edited?: {
      user: string
      ts: string
    }
    metadata?: {
      [k: string]: unknown
    }
    files?: {
      id: string
      /**
       * `snippet`: the file is text. `tombstone`: it was deleted.
       */
      mode: 'hosted' | 'snippet' | 'tombstone'
      created?: number
      timestamp?: number
      name?: string
      title?: string
      alt_txt?: string
      /**
       * The media type, by the ending of the name or the `snippet_type`.
       */
      mimetype?: string
      filetype?: string
      pretty_type?: string
      size?: number
      user?: string
      user_team?: string
      editable?: false
      is_external?: false
      is_public?: boolean
      public_url_shared?: false
      file_access?: 'visible'
      /**
       * For signed-in people, and for apps with `Authorization: Bearer`.
       */
      url_private?: string
      /**
       * The same as a download.
       */
      url_private_download?: string
      permalink?: string
      /**
       * The pixels of a PNG, JPEG or GIF.
       */
      original_w?: number
      original_h?: number
      /**
       * Every `thumb_` is the address of the picture itself.
       */
      thumb_64?: string
      thumb_80?: string
      thumb_160?: string
      thumb_360?: string
      /**
       * How large the picture is if it is scaled to fit.
       */
      thumb_360_w?: number
      thumb_360_h?: number
      thumb_480?: string
      thumb_480_w?: number
      thumb_480_h?: number
      thumb_720?: string
      thumb_720_w?: number
      thumb_720_h?: number
      thumb_1024?: string
      thumb_1024_w?: number
      thumb_1024_h?: number
    }[]
    upload?: boolean
    /**
     * The reactions. `users` lists the first 50 people and apps, `count` counts all.
     */
    reactions?: {
      name: string
      users: string[]
      count: number
    }[]
    /**
     * The channel, if the message is pinned to it.
     */
    pinned_to?: string[]
    /**
     * Who pinned the message, and when in Unix seconds.
     */
    pinned_info?: {
      channel: string
      pinned_by: string
      pinned_ts: number
    }
    is_locked?: boolean
    reply_count?: number
    reply_users_count?: number
    reply_users?: string[]
    latest_reply?: string
    /**
     * The title of the thread that begins here, of `subtype: assistant_app_thread`.
     */
    assistant_app_thread?: {
      title: string
    }
    /**
     * The status of agents in the thread.
     */
    agent_session?: {
      status: 'active' | 'processing' | 'suspended' | 'closed'
      title: string
      agent_bot_user_ids: string[]
      /**
       * Unix seconds after which the status is `active` again.
       */
      date_status_processing_expire?: number
      agent_statuses: {
        agent_bot_user_id: string
        status: 'active' | 'processing' | 'suspended' | 'closed'
        /**
         * Unix seconds after which the status is `active` again.
         */
        date_status_processing_expire?: number
        is_stoppable: boolean
      }[]
    }
    /**
     * The member who invited the one who joined.
     */
    inviter?: string
    topic?: string
    purpose?: string
    name?: string
    old_name?: string
    /**
     * The current root of a `thread_broadcast`.
     */
    root?: {
      [k: string]: unknown
    }
    [k: string]: unknown
  }
}
export interface ShownView {
  id: string
  app_id: string
  type: 'modal' | 'home'
  title?: string
  blocks: {
    [k: string]: unknown
  }[]
  [k: string]: unknown
}

/** Where each operation is: its HTTP method and path. */
export const routes = {
  describe: 'GET /control/openapi.json',
  reset: 'POST /control/reset',
  makeWorkspace: 'POST /control/workspaces',
  listWorkspaces: 'GET /control/workspaces',
  dropWorkspace: 'DELETE /control/workspaces/{team}',
  readClock: 'GET /control/clock',
  setClock: 'POST /control/clock',
  listFaults: 'GET /control/faults',
  injectFault: 'POST /control/faults',
  clearFaults: 'DELETE /control/faults',
  runFunction: 'POST /control/function',
  readFunction: 'GET /control/function',
  say: 'POST /control/say',
  converse: 'POST /control/converse',
  look: 'POST /control/looks',
  stop: 'POST /control/stop',
  press: 'POST /control/press',
  options: 'POST /control/options',
  submit: 'POST /control/submit',
  close: 'POST /control/close',
  shortcut: 'POST /control/shortcut',
  command: 'POST /control/command',
  home: 'POST /control/home',
  readThread: 'GET /control/thread',
  readJournal: 'GET /control/journal',
  wait: 'GET /control/wait',
  readState: 'GET /control/state',
  diffState: 'POST /control/state/diff',
  explainError: 'GET /control/explain',
  nameThings: 'GET /control/names',
  replay: 'POST /control/replay',
  readTeam: 'GET /control/team',
  waitForChange: 'GET /control/changes',
  waitUntilSettled: 'GET /control/settled',
  readSight: 'GET /control/sees',
  readMessage: 'GET /control/message',
  readView: 'GET /control/view',
  share: 'POST /control/share',
  react: 'POST /control/react',
  use: 'POST /control/use',
  fill: 'POST /control/fill',
  openDirectMessage: 'POST /control/direct',
  findReply: 'POST /control/reply',
  receive: 'POST /control/receive',
  tellStory: 'POST /control/story',
  makeSnapshot: 'POST /control/snapshot',
  triggerEvent: 'POST /control/trigger',
  readDirectory: 'GET /control/directory',
  providePersonToken: 'POST /control/users/token',
  installApp: 'POST /control/apps',
  readApp: 'POST /control/apps/environment',
  uninstallApp: 'POST /control/apps/uninstall',
  issueConfigurationToken: 'POST /control/apps/configuration-token',
  listPeople: 'POST /control/users/list',
  addPerson: 'POST /control/users/add',
  deactivatePerson: 'POST /control/users/deactivate',
  activatePerson: 'POST /control/users/activate',
  setPassword: 'POST /control/users/password',
  listSessions: 'POST /control/users/sessions',
  signOut: 'POST /control/users/sign-out',
  listTokens: 'POST /control/tokens/list',
  revokeToken: 'POST /control/tokens/revoke',
  rotateKey: 'POST /control/key/rotate',
  applyWorkspace: 'POST /control/workspace/apply',
} as const satisfies Record<keyof Operations, string>
