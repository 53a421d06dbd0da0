// Generated from the migrations by `npm run generate`.

/** Makes of an empty database what all migrations make of it, in a tenth of the time. */
export const schema = `
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE meta (key text primary key, value text not null);
CREATE TABLE enterprises (id text primary key, name text not null);
CREATE TABLE teams (
  id text primary key, name text not null, domain text not null, enterprise_id text, deleted boolean not null,
  state text not null, policies text not null
);
CREATE TABLE users (
  team_id text not null, id text not null, name text not null, real_name text not null, display_name text not null,
  email text, tz text not null, locale text not null, admin boolean not null, deleted boolean not null,
  two_factor boolean not null, password text, app_id text, updated_at bigint not null, profile text not null default '{}', status_ends_at bigint, picture text, away boolean not null default false, file_password text, email_key text,
  primary key (team_id, id)
);
CREATE TABLE usergroups (
  team_id text not null, id text not null, handle text not null, name text not null, users text not null, description text not null default '', default_channels text not null default '[]', created_by text, created_at bigint not null default 0, updated_by text, updated_at bigint not null default 0, disabled_by text, disabled_at bigint,
  primary key (team_id, id)
);
CREATE TABLE emoji (team_id text not null, name text not null, value text not null, primary key (team_id, name));
CREATE TABLE channels (
  team_id text not null, id text not null, name text not null, kind text not null, general boolean not null,
  archived boolean not null, deleted boolean not null, topic text not null, posting text not null,
  threads boolean not null, suspended boolean not null, blocked_apps text not null, shared_with text not null,
  creator text, created_at bigint not null, last_ts bigint not null, topic_by text, topic_at bigint, purpose text not null default '', purpose_by text, purpose_at bigint,
  primary key (team_id, id)
);
CREATE INDEX channels_by_id on channels (id);
CREATE TABLE members (
  team_id text not null, channel_id text not null, user_id text not null, joined_at bigint not null, last_read text, closed_at bigint, muted boolean not null default false, notify text,
  primary key (team_id, channel_id, user_id)
);
CREATE INDEX members_of_user on members (team_id, user_id, channel_id);
CREATE TABLE messages (
  team_id text not null, channel_id text not null, ts text not null, thread_ts text, user_id text not null, app_id text,
  bot_id text, text text not null, blocks text not null, markdown text, metadata text, client_msg_id text, username text,
  icon_emoji text, icon_url text, streaming_state text, locked boolean not null, deleted boolean not null,
  edited_at bigint, created_at bigint not null, subtype text, files text, notice text, attachments text,
  primary key (team_id, channel_id, ts)
);
CREATE INDEX replies on messages (team_id, channel_id, thread_ts, ts);
CREATE INDEX repeated_messages on messages (team_id, client_msg_id) where client_msg_id is not null;
CREATE TABLE streams (
  team_id text not null, channel_id text not null, ts text not null, thread_ts text not null, app_id text not null,
  display text not null, recipient_user_id text, recipient_team_id text, audience text not null,
  begun_after bigint not null, started_at bigint not null, ended_at bigint, ended_by text,
  primary key (team_id, channel_id, ts)
);
CREATE INDEX open_streams on streams (started_at) where ended_at is null;
CREATE TABLE log (
  seq integer primary key, team_id text not null, kind text not null, channel_id text, ts text, subject text, n bigint,
  total bigint, at bigint not null, body text
, change text);
CREATE TABLE statuses (
  team_id text not null, channel_id text not null, thread_ts text not null, app_id text not null, user_id text not null,
  text text not null, loading_messages text not null, username text, icon_emoji text, icon_url text,
  ends_at bigint not null,
  primary key (team_id, channel_id, thread_ts, app_id)
);
CREATE TABLE apps (
  id text primary key, bot_id text not null, bot_user text not null, manifest text not null, signing_secret text,
  client_id text, client_secret text, allowed_ips text, removed boolean not null
, events_verified text, events_off_at bigint, made_in text, origin text);
CREATE TABLE installations (
  app_id text not null, team_id text not null, installed_by text,
  primary key (team_id, app_id)
);
CREATE TABLE tokens (
  hash text primary key, kind text not null, app_id text, team_id text, enterprise_id text, user_id text,
  scopes text not null, teams_granted text, expires_at bigint, revoked boolean not null
, execution_id text, code text, created_at bigint, last_four text);
CREATE TABLE reactions (
    team_id text not null, channel_id text not null, ts text not null, name text not null, user_id text not null,
    n bigint not null, author text, reacted_at bigint,
    primary key (team_id, channel_id, ts, name, user_id)
  );
CREATE TABLE ephemerals (
    team_id text not null, channel_id text not null, ts text not null, thread_ts text, for_user text not null,
    user_id text not null, app_id text, bot_id text, text text not null, blocks text not null, username text,
    icon_emoji text, icon_url text, created_at bigint not null, attachments text,
    primary key (team_id, channel_id, ts)
  );
CREATE INDEX old_ephemerals on ephemerals (created_at);
CREATE TABLE threads (
    team_id text not null, channel_id text not null, thread_ts text not null, title text, prompts text,
    prompts_title text, prompts_app_id text, initiator_user_id text,
    primary key (team_id, channel_id, thread_ts)
  );
CREATE TABLE agent_sessions (
    team_id text not null, channel_id text not null, thread_ts text not null, app_id text not null,
    user_id text not null, status text not null, username text, icon_emoji text, icon_url text,
    begun_at bigint not null, changed_at bigint not null, processing_ends_at bigint,
    primary key (team_id, channel_id, thread_ts, app_id)
  );
CREATE TABLE answers (
      team_id text not null, caller text not null, method text not null, key text not null, given text not null,
      answer text not null, at bigint not null, channel_id text, ts text,
      primary key (team_id, caller, method, key)
    );
CREATE INDEX old_answers on answers (at);
CREATE INDEX streams_going_on on streams (team_id, channel_id) where ended_at is null;
CREATE INDEX untold on log (seq) where change is not null;
CREATE TABLE socket_tickets (
    hash text primary key, app_id text not null, token_hash text not null, expires_at bigint not null
  );
CREATE TABLE refresh_tokens (
    hash text primary key, app_id text not null, token_hash text not null, used_at bigint
  );
CREATE INDEX refresh_tokens_of_app on refresh_tokens (app_id);
CREATE UNIQUE INDEX apps_by_client on apps (client_id);
CREATE INDEX tokens_of_app on tokens (app_id, team_id);
CREATE TABLE files (
    team_id text not null, id text not null, user_id text not null, app_id text, name text not null,
    title text not null, alt_text text not null, size bigint not null, state text not null, blob text,
    ticket text, expires_at bigint, created_at bigint not null, session text, snippet_type text, width bigint, height bigint,
    primary key (team_id, id)
  );
CREATE INDEX files_by_blob on files (blob) where blob is not null;
CREATE INDEX files_to_sweep on files (state, expires_at) where state <> 'ready';
CREATE TABLE file_shares (
    team_id text not null, file_id text not null, channel_id text not null, ts text not null,
    primary key (team_id, file_id, channel_id, ts)
  );
CREATE INDEX file_shares_of_message on file_shares (team_id, channel_id, ts);
CREATE TABLE views (
    team_id text not null, id text not null, app_id text not null, user_id text not null, root_id text not null,
    depth bigint not null, page text, external_id text, hash text not null, view text not null,
    changed_at bigint not null, submitting_until bigint, primary key (team_id, id)
  );
CREATE INDEX views_of_root on views (team_id, root_id, depth);
CREATE INDEX views_of_person on views (team_id, user_id, app_id);
CREATE UNIQUE INDEX views_by_external_id on views (team_id, app_id, external_id);
CREATE TABLE triggers (
    team_id text not null, hash text not null, app_id text not null, user_id text not null, page text, view_id text,
    expires_at bigint not null, used_at bigint, primary key (team_id, hash)
  );
CREATE TABLE response_urls (
    team_id text not null, hash text not null, app_id text not null, user_id text not null, channel_id text not null,
    ts text, thread_ts text, uses bigint not null, expires_at bigint not null, primary key (team_id, hash)
  );
CREATE TABLE app_requests (
  app_id text not null, minute bigint not null, requests integer not null, failed integer not null,
  primary key (app_id, minute)
);
CREATE INDEX messages_on_top on messages (team_id, channel_id, ts)
    where thread_ts is null or subtype = 'thread_broadcast';
CREATE TABLE file_grants (
        team_id text not null, file_id text not null, app_id text not null, primary key (team_id, file_id, app_id)
      );
CREATE TABLE webhooks (
    team_id text not null, id text not null, hash text not null, app_id text not null, channel_id text not null,
    created_by text, created_at bigint not null, code text, primary key (team_id, id)
  );
CREATE INDEX webhooks_of_app on webhooks (team_id, app_id);
CREATE TABLE pictures (
    team_id text not null, id text not null, user_id text not null, type text not null, bytes blob not null,
    primary key (team_id, id)
  );
CREATE INDEX pictures_by_id on pictures (id);
CREATE TABLE connections (
    team_id text not null, user_id text not null, id text not null, active_at bigint not null, kept_until bigint not null,
    primary key (team_id, user_id, id)
  );
CREATE TABLE pins (
    team_id text not null, channel_id text not null, ts text not null, user_id text not null, n bigint not null,
    pinned_at bigint not null,
    primary key (team_id, channel_id, ts)
  );
CREATE TABLE bookmarks (
    team_id text not null, channel_id text not null, id text not null, title text not null, link text not null,
    emoji text not null, entity_id text, app_id text, rank text not null, created_at bigint not null,
    updated_at bigint not null, updated_by text not null,
    primary key (team_id, channel_id, id)
  );
CREATE TABLE scheduled_messages (
    team_id text not null, id text not null, channel_id text not null, kind text not null, user_id text not null,
    app_id text, post_at bigint not null, thread_ts text, draft text not null, created_at bigint not null,
    n bigint not null, failed_at bigint, failure text, failure_detail text,
    primary key (team_id, id)
  );
CREATE INDEX scheduled_messages_due on scheduled_messages (post_at) where failed_at is null;
CREATE INDEX scheduled_messages_by_author on scheduled_messages (team_id, user_id);
CREATE TABLE search_entries (
    n integer primary key autoincrement, team_id text not null, channel_id text not null, ts text not null,
    file_id text not null, terms text not null, unique (team_id, channel_id, ts, file_id));
CREATE VIRTUAL TABLE search_index using fts5 (
    terms, content = 'search_entries', content_rowid = 'n', tokenize = 'ascii');
CREATE TRIGGER search_entry_added after insert on search_entries begin
    insert into search_index (rowid, terms) values (new.n, new.terms); end;
CREATE TRIGGER search_entry_removed after delete on search_entries begin
    insert into search_index (search_index, rowid, terms) values ('delete', old.n, old.terms); end;
CREATE TRIGGER search_entry_changed after update on search_entries begin
    insert into search_index (search_index, rowid, terms) values ('delete', old.n, old.terms);
    insert into search_index (rowid, terms) values (new.n, new.terms); end;
CREATE TABLE function_executions (
  team_id text not null, id text not null, app_id text not null, callback_id text not null, inputs text not null,
  state text not null, outputs text, error text, started_at bigint not null, ended_at bigint,
  primary key (team_id, id)
);
CREATE TABLE function_messages (
  team_id text not null, channel_id text not null, ts text not null, execution_id text not null,
  primary key (team_id, channel_id, ts)
);
CREATE TABLE server_secrets (name text primary key, value text not null);
CREATE TABLE known_browsers (
    team_id text not null, user_id text not null, hash text not null, expires_at bigint not null,
    primary key (team_id, user_id, hash)
  );
CREATE INDEX known_browsers_by_hash on known_browsers (hash);
CREATE INDEX tokens_of_code on tokens (code) where code is not null;
CREATE INDEX answers_about_message on answers (channel_id, ts) where ts is not null;
CREATE INDEX channels_by_creator on channels (team_id, creator, kind);
CREATE INDEX open_streams_by_app on streams (team_id, app_id) where ended_at is null;
CREATE INDEX files_by_user on files (team_id, user_id, state);
CREATE INDEX reactions_by_time on reactions (team_id, user_id, ts desc, channel_id);
CREATE INDEX users_by_email_key on users (email_key);
CREATE INDEX webhooks_of_code on webhooks (code) where code is not null;
CREATE TABLE sessions (hash text not null, team_id text not null, user_id text not null, created_at bigint not null,
    expires_at bigint not null, browser text, system text, active_at bigint, primary key (team_id, hash));
CREATE INDEX sessions_of_person on sessions (team_id, user_id);
CREATE TABLE oauth_codes (hash text not null, app_id text not null, team_id text not null, user_id text not null, scopes text not null,
    user_scopes text not null, redirect_uri text not null, redirect_asked boolean not null, used boolean not null,
    expires_at bigint not null, webhook_channel text, nonce text, challenge text, primary key (team_id, hash));
CREATE TABLE deliveries (event_id text not null, app_id text not null, team_id text not null, channel_id text not null, ts text,
    seq bigint not null, type text not null, event text not null, at bigint not null, attempt bigint not null,
    reason text not null, due_at bigint not null, kept_until bigint not null, primary key (team_id, event_id));
CREATE INDEX deliveries_of_app on deliveries (app_id, seq);
CREATE INDEX deliveries_of_message on deliveries (team_id, channel_id, ts);
CREATE INDEX sessions_by_hash on sessions (hash);
CREATE INDEX oauth_codes_by_hash on oauth_codes (hash);
CREATE INDEX deliveries_by_event on deliveries (event_id);
CREATE INDEX files_by_ticket on files (ticket) where ticket is not null;
CREATE TABLE message_counts (
    team_id text not null, app_id text not null, times text not null, primary key (team_id, app_id)
  );
CREATE TABLE event_counts (
    team_id text not null, app_id text not null, minute bigint not null, events bigint not null,
    reported boolean not null, primary key (team_id, app_id, minute)
  );
CREATE TABLE offered_options (
    team_id text not null, user_id text not null, element text not null, options text not null, at bigint not null,
    primary key (team_id, user_id, element)
  );
CREATE INDEX offered_options_by_time on offered_options (at);
CREATE TABLE mentions (
    team_id text not null, target text not null, channel_id text not null, ts text not null,
    primary key (team_id, target, channel_id, ts));
CREATE INDEX mentions_by_time on mentions (team_id, target, ts);
CREATE INDEX mentions_of_message on mentions (team_id, channel_id, ts, target);
CREATE TABLE followed_threads (
    team_id text not null, user_id text not null, channel_id text not null, thread_ts text not null,
    latest text not null, last_read text not null, primary key (team_id, user_id, channel_id, thread_ts));
CREATE INDEX followed_threads_by_time on followed_threads (team_id, user_id, latest);
CREATE INDEX unread_threads on followed_threads (team_id, user_id, latest) where latest > last_read;
CREATE INDEX thread_followers on followed_threads (team_id, channel_id, thread_ts);
CREATE TABLE activity_marks (
    team_id text not null, user_id text not null, seen_at bigint not null, quiet_until bigint not null default 0, primary key (team_id, user_id));
CREATE INDEX reactions_by_author on reactions (team_id, author, reacted_at) where author is not null;
CREATE TABLE push_subscriptions (
    team_id text not null, session text not null, user_id text not null, endpoint text not null, origin text not null,
    p256dh text not null, auth text not null, shows_text boolean not null, primary key (team_id, session));
CREATE INDEX push_subscriptions_by_user on push_subscriptions (team_id, user_id);
CREATE TABLE pushes (
    team_id text not null, session text not null, channel_id text not null, ts text not null,
    attempt integer not null, due_at bigint not null, reminds boolean not null default false, primary key (team_id, session, channel_id, ts));
CREATE INDEX pushes_by_time on pushes (due_at);
CREATE TABLE windows_in_sight (
    team_id text not null, user_id text not null, id text not null, kept_until bigint not null,
    primary key (team_id, user_id, id));
CREATE INDEX windows_in_sight_by_time on windows_in_sight (kept_until);
CREATE INDEX members_told_all on members (team_id, channel_id, user_id) where notify = 'all';
CREATE TABLE drafts (
    team_id text not null, user_id text not null, channel_id text not null, thread_ts text not null,
    draft text, excerpt text not null, typed_at bigint not null,
    primary key (team_id, user_id, channel_id, thread_ts));
CREATE INDEX drafts_by_time on drafts (team_id, user_id, typed_at);
CREATE TABLE sidebars (
        team_id text not null, user_id text not null, layout text not null, primary key (team_id, user_id));
CREATE TABLE preferences (
    team_id text not null, user_id text not null, chosen text not null, notify text, primary key (team_id, user_id));
CREATE TABLE saved_messages (
    team_id text not null, user_id text not null, channel_id text not null, ts text not null,
    saved_at bigint not null, done_at bigint, remind_at bigint, reminded_at bigint,
    primary key (team_id, user_id, channel_id, ts));
CREATE INDEX saved_messages_by_message on saved_messages (team_id, channel_id, ts);
CREATE INDEX saved_messages_by_reminder on saved_messages (remind_at) where remind_at is not null;
CREATE TABLE message_versions (
  team_id text not null, channel_id text not null, ts text not null, written_at bigint not null,
  blocks text not null,
  primary key (team_id, channel_id, ts, written_at));
CREATE INDEX preferences_notified_of_all on preferences (team_id, user_id) where notify = 'all';
CREATE INDEX connections_by_time on connections (kept_until);
CREATE INDEX deliveries_due on deliveries (app_id, due_at, seq);
CREATE INDEX deliveries_of_channel on deliveries (app_id, channel_id, seq, type);
CREATE INDEX deliveries_by_time on deliveries (kept_until);
CREATE INDEX function_executions_by_time on function_executions (started_at);
CREATE INDEX known_browsers_by_time on known_browsers (expires_at);
CREATE INDEX refresh_tokens_of_token on refresh_tokens (token_hash);
CREATE INDEX response_urls_by_time on response_urls (expires_at);
CREATE INDEX scheduled_messages_failed on scheduled_messages (failed_at) where failed_at is not null;
CREATE INDEX sessions_by_time on sessions (expires_at);
CREATE INDEX statuses_by_time on statuses (ends_at);
CREATE INDEX tokens_by_time on tokens (expires_at) where expires_at is not null;
CREATE INDEX triggers_by_time on triggers (expires_at);
CREATE INDEX users_by_end_of_status on users (status_ends_at) where status_ends_at is not null;
CREATE INDEX modals_by_time on views (changed_at) where substr(view, 1, 15) = '{"type":"modal"';
CREATE INDEX apps_unverified on apps (id)
    where events_verified is null and events_off_at is null and manifest like '%"request_url"%';
insert into search_index (search_index, rank) values ('secure-delete', 1);
insert into kysely_migration (name, timestamp) values
  ('0001_start', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0002_reactions', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0003_rooms', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0004_threads', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0005_answers', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0006_events', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0007_appEvents', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0008_oauth', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0009_files', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0010_apps_made', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0011_views', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0012_purposes', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0013_app_requests', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0014_notices', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0015_file_grants', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0016_profiles', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0017_closed', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0018_attachments', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0019_people', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0020_pins', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0022_search', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0023_functions', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0024_app_origins', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0025_function_messages', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0026_server_secrets', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0027_signing_in', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0030_accounts', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0032_limits', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0033_reactions_by_time', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0034_email_keys', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0035_team_log', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0036_log_of_teams', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0037_nodes', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0038_handovers', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0039_keys_of_teams', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0040_shared_state', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0041_histories', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0042_activity', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0043_team_moves', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0044_quiet', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0045_push', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0046_drafts', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0047_sidebars', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0048_preferences', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0049_session_browsers', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0050_saved_messages', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0051_message_versions', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0052_usual_notify', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0053_sweeps', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0054_unverified_apps', strftime('%Y-%m-%dT%H:%M:%fZ')),
  ('0055_file_details', strftime('%Y-%m-%dT%H:%M:%fZ'));
insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0);
`
