/** The page of the control panel. */
import { linkText } from '@kineko/ui/page';
import type { Role } from './rights.js';
import { CommunicationsSection, NetworkSection, RunSection, SettingsSection } from './sections.js';
import * as store from './store.js';
import { Chosen, type Pick, Statuses, Tables } from './tables.js';

export function App({ onPick, viewerHref }: { readonly onPick: Pick; readonly viewerHref: (look: string) => string }) {
  return (
    <div class="app panel" data-theme={store.theme.value}>
      <header class="toolbar">
        <h1>Control panel</h1>
        <Roles />
        <span class="gap" />
        <Viewers viewerHref={viewerHref} />
        <button type="button" onClick={() => (store.theme.value = store.theme.value === 'dark' ? 'light' : 'dark')}>
          {store.theme.value === 'dark' ? 'Light' : 'Dark'}
        </button>
      </header>
      <Notices />
      <main>
        <RunSection />
        <SettingsSection />
        <NetworkSection />
        <CommunicationsSection />
        <Chosen onPick={onPick} />
        <Tables onPick={onPick} />
        <Statuses />
      </main>
    </div>
  );
}

const ROLE_TEXTS: Readonly<Record<Role, string>> = {
  master: 'master',
  observer: 'observer',
  robot: 'robot panel',
};

function Roles() {
  const { role, followed, report } = store;
  const robots = report.value?.objects.filter(({ isRobot }) => isRobot).map(({ name }) => name) ?? [];
  return (
    <>
      <span class="badge" id="role">
        {ROLE_TEXTS[role.value]}
        {role.value === 'robot' && ` of ${followed.value}`}
      </span>
      {role.value === 'master' ? (
        <button type="button" onClick={() => void store.become('observer')}>
          Give up mastership
        </button>
      ) : (
        <button type="button" onClick={() => void store.become('master')}>
          Become master
        </button>
      )}
      <label>
        follow robot
        <select
          id="follow"
          value={role.value === 'robot' ? followed.value : ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            void (value === '' ? store.become('observer') : store.become('robot', value));
          }}
        >
          <option value="">none</option>
          {robots.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

const LOOKS = [
  ['plan', 'view=plan', 'Plan'],
  ['3-D view', 'view=3d', '3-D'],
  ['infrared view', 'view=3d&infrared=heat', 'Infrared'],
] as const;

function Viewers({ viewerHref }: { readonly viewerHref: (look: string) => string }) {
  return (
    <nav aria-label="open a viewer">
      <span>Open viewer:</span>
      {LOOKS.map(([name, look, text]) => (
        <a key={look} class="button" target="_blank" rel="noopener" href={viewerHref(look)} aria-label={`open ${name}`}>
          {text}
        </a>
      ))}
    </nav>
  );
}

const WHAT_TO_DO = 'Give up mastership in the other page, or close it, and press Become master.';

function Notices() {
  const { link, roleProblem, outcome } = store;
  return (
    <div class="notices">
      {link.value.phase !== 'open' && (
        <div id="link" role="alert" class={link.value.phase === 'connecting' ? '' : 'bad'}>
          {linkText(link.value)}{' '}
          {link.value.phase === 'broken' && (
            <button type="button" onClick={() => store.tryNow()}>
              Try now
            </button>
          )}
        </div>
      )}
      {link.value.phase === 'open' && roleProblem.value !== '' && (
        <p id="role-problem" role="status">
          You are an observer: {roleProblem.value}. {WHAT_TO_DO}
        </p>
      )}
      <p id="outcome" role="status" class={outcome.value.isBad ? 'bad' : 'good'}>
        {outcome.value.text}
      </p>
    </div>
  );
}
