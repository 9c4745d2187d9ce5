/** The sections that change the environment: run, settings, network, communications. */
import { useId, useState } from 'preact/hooks';
import { Lock, NumberField, CommandButton } from './parts.js';
import { NETWORK_NAMES } from '../../format/model.js';
import { type PortName, PORTS } from './report.js';
import { STATES, whyNot } from './rights.js';
import * as store from './store.js';

const COMMANDS = [
  ['start', 'Start'],
  ['pause', 'Pause'],
  ['step', 'Step'],
  ['stop', 'Stop'],
] as const;

export function RunSection() {
  const [file, setFile] = useState('');
  const { report, runCommand } = store;
  const { state, isPaused, step, millisPerStep } = report.value ?? { state: 'INITIAL', isPaused: false, step: 0 };
  const seconds = millisPerStep === undefined ? undefined : (step * millisPerStep) / 1000;
  return (
    <section aria-labelledby="run-title">
      <h2 id="run-title">Run</h2>
      <ol class="states" aria-label="states of the environment">
        {STATES.map((name) => (
          <li key={name} aria-current={name === state ? 'step' : undefined}>
            {name}
            {name === state && isPaused && ' (paused)'}
          </li>
        ))}
      </ol>
      <p>
        <output id="step">
          step {step}
          {seconds !== undefined && ` (${Number(seconds.toFixed(3))} s)`}
        </output>
      </p>
      <form
        class="field file"
        onSubmit={(event) => {
          event.preventDefault();
          if (whyNot('load', store.circumstances.value) === undefined) void runCommand('load', 'load', file.trim());
        }}
      >
        <label for="file">Model file</label>
        <input
          id="file"
          type="text"
          autocomplete="off"
          placeholder="world.xml"
          value={file}
          aria-describedby="file-hint"
          onInput={(event) => setFile(event.currentTarget.value)}
        />
        <CommandButton command="load" onPress={() => void runCommand('load', 'load', file.trim())}>
          Load
        </CommandButton>
        <small id="file-hint" class="hint">
          Its path below the folder in which the environment was started.
        </small>
      </form>
      <div class="commands" role="group" aria-label="commands">
        {COMMANDS.map(([command, text]) => (
          <CommandButton key={command} command={command} onPress={() => void runCommand(command, command)}>
            {command === 'start' && isPaused ? 'Continue' : text}
          </CommandButton>
        ))}
      </div>
      <Waiting />
    </section>
  );
}

/** The robots that the run waits for. */
function Waiting() {
  const { report } = store;
  if (report.value?.state !== 'LOADED') return null;
  const robots = report.value.objects.filter(({ isRobot }) => isRobot);
  const missing = robots.filter(({ isConnected }) => isConnected !== true).map(({ name }) => name);
  if (missing.length === 0) return null;
  return (
    <p class="hint" id="missing">
      Not connected yet: {missing.slice(0, 20).join(', ')}
      {missing.length > 20 && ` and ${missing.length - 20} more`}. Start begins without them.
    </p>
  );
}

export function SettingsSection() {
  const { report, runCommand } = store;
  return (
    <section aria-labelledby="settings-title">
      <h2 id="settings-title">Time</h2>
      <NumberField
        name="millisPerStep"
        label="Time-step"
        unit="ms"
        setting="millisPerStep"
        value={report.value?.millisPerStep}
        onSet={(value) => runCommand('time-step', 'setmillisperstep', value)}
      />
      <NumberField
        name="stepPauseTime"
        label="Pause after each step"
        unit="ms"
        setting="stepPauseTime"
        value={report.value?.stepPauseTime}
        onSet={(value) => runCommand('pause after each step', 'setsteppausetime', value)}
      />
    </section>
  );
}

/** The port of the pages cannot be changed. */
const SETTABLE = PORTS.filter((port) => port !== 'web');
const PORT_LABELS: Readonly<Record<Exclude<PortName, 'web'>, string>> = {
  viewer: 'Port for viewers',
  robot: 'Port for robots',
  panel: 'Port for panels',
};

export function NetworkSection() {
  const id = useId();
  const { report, runCommand } = store;
  return (
    <section aria-labelledby="network-title">
      <h2 id="network-title">Network</h2>
      {SETTABLE.map((port) => (
        <NumberField
          key={port}
          name={`port-${port}`}
          label={PORT_LABELS[port]}
          setting="port"
          value={report.value?.ports[port]}
          lock={id}
          onSet={(value) => runCommand(PORT_LABELS[port].toLowerCase(), 'setport', port, value)}
        />
      ))}
      <Lock id={id} reason={whyNot('port', store.circumstances.value)} />
      <p class="hint">
        The pages stay on port {report.value?.ports.web ?? location.port}. Open connections stay when a port changes.
      </p>
    </section>
  );
}

export function CommunicationsSection() {
  const id = useId();
  const { report, runCommand, circumstances } = store;
  const current = report.value?.communications;
  const reason = whyNot('communications', circumstances.value);
  const set = (values: object): Promise<boolean> => runCommand('communications', 'setcommunications', values);
  const choose = (event: Event & { readonly currentTarget: HTMLInputElement }): void => {
    const { checked } = event.currentTarget;
    // Shows the state of the environment until that has changed.
    event.currentTarget.checked = current?.enabled ?? false;
    if (reason === undefined) void set({ enabled: checked });
    else store.outcome.value = { isBad: true, text: `communications: ${reason}` };
  };
  return (
    <section aria-labelledby="communications-title">
      <h2 id="communications-title">Messages between robots</h2>
      <label>
        <input
          id="communications-enabled"
          type="checkbox"
          checked={current?.enabled ?? false}
          aria-disabled={reason !== undefined}
          aria-describedby={reason === undefined ? undefined : id}
          onChange={choose}
        />
        are carried
      </label>
      <div class="field">
        <label for={`${id}network`}>Network</label>
        <select
          id={`${id}network`}
          name="network"
          value={current?.network ?? ''}
          aria-disabled={reason !== undefined}
          aria-describedby={reason === undefined ? undefined : id}
          onChange={(event) => {
            const { value } = event.currentTarget;
            event.currentTarget.value = current?.network ?? '';
            if (reason === undefined) void set({ network: value });
            else store.outcome.value = { isBad: true, text: `network: ${reason}` };
          }}
        >
          {NETWORK_NAMES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <NumberField
        name="delay"
        label="Delay"
        unit="s"
        setting="communications"
        lock={id}
        value={current?.delay}
        onSet={(value) => set({ delay: value })}
      />
      <NumberField
        name="loss"
        label="Loss probability"
        setting="communications"
        lock={id}
        value={current?.loss}
        onSet={(value) => set({ loss: value })}
      />
      <NumberField
        name="range"
        label="Range"
        setting="communications"
        lock={id}
        value={current?.range}
        empty="everywhere"
        onSet={(value) => set({ range: value ?? null })}
      />
      <Lock id={id} reason={reason} />
    </section>
  );
}
