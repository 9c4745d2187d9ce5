/** The front end for plans that other programs made. */
import { InputError, inputError, type Problem } from '@kineko/formats/problem';
import { type FrontEnd, type Host, type OpenOptions, type Run, SettingsScenario, type Source } from '@kineko/run';
import { PLAN_FILES } from '../format/files.js';
import type { Plan } from '../format/plan.js';
import { type PlanFiles, readPlanFiles } from '../format/read-plan.js';
import type { ExecutionData } from './adg/execution-data.js';
import { auditPlan, DEFAULT_RADIUS, type PlanAudit } from './audit-plan.js';
import { auditReport } from './audit-report.js';
import { PlaneOfPlan } from './placed-plan.js';
import { PLAN_METRICS } from './execution-facts.js';
import { clockedPlan } from './clocked-plan.js';
import { PlanRun } from './plan-run.js';
import { PlanSettings } from './settings.js';

export function plans(): FrontEnd {
  return { ...PLAN_FILES, load: (source, host) => Promise.resolve(new PlanScenario(source, host)) };
}

export class PlanScenario extends SettingsScenario<PlanSettings> {
  readonly frontEnd = PLAN_FILES.name;
  private reading: Promise<PlanFiles> | undefined;

  constructor(
    source: Source,
    private readonly host: Host,
  ) {
    super(source, new PlanSettings());
  }

  async problems(): Promise<readonly Problem[]> {
    const settings = this.settings.problems({ strict: this.isStrict });
    const files = await this.files();
    if (files.plan === undefined) return [...settings, ...files.problems];
    const planProblems = [...this.problemsOfRadius(files.plan, files), ...this.problemsOfCell(files.plan)];
    return [...settings, ...files.problems, ...planProblems, ...(await this.problemsOfExecution(files.plan))];
  }

  metricNames(): Promise<readonly string[]> {
    return Promise.resolve(PLAN_METRICS);
  }

  async audit(name: string) {
    const files = await this.files();
    await this.requireValid();
    return auditReport(this.auditOf(files, this.planOf(files)), files, name);
  }

  async open(options: OpenOptions): Promise<Run> {
    await this.requireValid();
    const files = await this.files();
    const { settings, source } = this;
    const audit = this.auditOf(files, this.planOf(files));
    const data = await this.executionData(audit.costs.agents);
    const request = { settings, audit, plane: this.planeOf(files), file: source.path, data };
    // Loaded only if a plan is executed: an audit needs no network.
    const { openExecution } = await import('./adg/open-execution.js');
    return openExecution(request, options);
  }

  /** The plan by the clock, whatever executes it. */
  async preview({ seed, emit, gate }: OpenOptions): Promise<Run> {
    await this.requireValid();
    const files = await this.files();
    const { plan } = files;
    const audit = plan && this.auditOf(files, plan);
    const radius = this.radiusOf(plan, files);
    const plane = this.planeOf(files);
    const timeLimit = this.settings.get('simulation.time') ?? Infinity;
    const radiusOf = (agent: number): number => audit?.radii[agent] ?? radius;
    const clocked = audit && clockedPlan(plane, audit, undefined);
    return new PlanRun(plane, audit, clocked, { seed, emit, gate, timeLimit, radiusOf });
  }

  private async problemsOfExecution(plan: Plan): Promise<readonly Problem[]> {
    if (!this.settings.has('plan.delay') && !this.settings.has('faults')) return [];
    try {
      await this.executionData((plan.kind === 'grid' ? plan.steps : plan.paths).starts.length - 1);
      return [];
    } catch (error) {
      if (error instanceof InputError) return error.problems;
      throw error;
    }
  }

  private async executionData(robots: number): Promise<ExecutionData> {
    const { settings, source, host } = this;
    const { readExecutionData } = await import('./adg/execution-data.js');
    return readExecutionData(settings, robots, (name) => host.readBytes(name, source));
  }

  private planeOf(files: PlanFiles): PlaneOfPlan {
    const { settings } = this;
    return new PlaneOfPlan(files, { cell: settings.get('plan.cell'), step: settings.get('plan.step') });
  }

  private auditOf(files: PlanFiles, plan: Plan): PlanAudit {
    const { settings } = this;
    // A radius that the user gives applies to all robots.
    const isGiven = settings.has('plan.radius') && plan.kind === 'paths';
    return auditPlan(isGiven ? { ...plan, radii: undefined } : plan, files, {
      cell: settings.get('plan.cell'),
      step: settings.get('plan.step'),
      radius: this.radiusOf(plan, files),
      slack: settings.get('plan.slack'),
      within: settings.has('plan.within') ? settings.get('plan.within') : undefined,
      vanish: settings.get('plan.atGoal') === 'vanish',
    });
  }

  protected override settingsChanged(): void {
    this.reading = undefined;
  }

  private files(): Promise<PlanFiles> {
    const { settings, source, host } = this;
    this.reading ??= readPlanFiles(
      source,
      (key) => settings.get(key),
      async (path) => ({ path, bytes: await host.readBytes(path, source) }),
    );
    return this.reading;
  }

  private async requireValid(): Promise<void> {
    const problems = await this.problems();
    if (problems.some(({ severity }) => severity === 'error')) throw new InputError(problems);
  }

  private planOf({ plan }: PlanFiles): Plan {
    if (plan !== undefined) return plan;
    throw inputError('expected a plan, got a problem; name its plan with --plan <file>', this.source.path);
  }

  private radiusOf(plan: Plan | undefined, { radius }: PlanFiles): number {
    const { settings } = this;
    if (settings.has('plan.radius')) return settings.get('plan.radius');
    return radius ?? DEFAULT_RADIUS * (plan?.kind === 'paths' ? 1 : settings.get('plan.cell'));
  }

  private problemsOfRadius(plan: Plan, { radius }: PlanFiles): Problem[] {
    const isStated =
      plan.kind === 'grid' || plan.radii !== undefined || radius !== undefined || this.settings.has('plan.radius');
    if (isStated || plan.goals !== undefined) return [];
    const text = `no radius in the file: using ${DEFAULT_RADIUS}; set it with --radius`;
    return [{ severity: 'warning', place: { file: this.source.path, line: 1 }, text }];
  }

  /** Off the grid, plans are in metres, and so are their maps. */
  private problemsOfCell(plan: Plan): Problem[] {
    const cell = this.settings.get('plan.cell');
    if (plan.kind === 'grid' || cell === 1) return [];
    const text = `plan.cell: expected 1 for a plan off the grid, got ${cell}: it has no effect; a cell of a map is 1 m`;
    return [{ severity: 'warning', place: { file: this.source.path }, text }];
  }
}
