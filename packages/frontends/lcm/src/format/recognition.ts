/** Recognises activation schedules, apart from the code that reads them. */

/** Whether a text is YAML or JSON with a scheduler and steps. */
function isSchedule(head: string): boolean {
  if (/^\s*\{/.test(head)) return /"scheduler"[ \t]*:/.test(head) && /"(?:prefix|loop)"[ \t]*:/.test(head);
  return /^scheduler[ \t]*:/m.test(head) && /^(?:prefix|loop|robots)[ \t]*:/m.test(head);
}

export const LCM_FILES = {
  name: 'lcm',
  title: 'activation schedules of Look-Compute-Move (YAML, JSON)',
  recognises: isSchedule,
};
