/** The logs printed in the thesis, and the records from which they must be written. */
import type { RecordOf, TraceRecord } from '../src/trace/records.js';

const DEGREE = Math.PI / 180;

/** Position, destination, and heading in degrees. */
type Place = readonly [x: number, y: number, toX: number, toY: number, heading: number];
/** Degrees, metres, degrees and metres per second. */
type Way = readonly [turn: number, distance: number, turnRate: number, speed: number];

const NO_WAY: Way = [0, 0, 0, 0];

function event(
  time: number,
  robot: number,
  phase: 'turn' | 'forward',
  edge: 'start' | 'finish',
  [x, y, toX, toY, heading]: Place,
  [turn, distance, turnRate, speed]: Way = NO_WAY,
): RecordOf<'motionEvent'> {
  return {
    type: 'motionEvent',
    time,
    robot,
    task: 1,
    kind: 'moveTo',
    phase,
    edge,
    isLast: phase === 'forward',
    x,
    y,
    heading: heading * DEGREE,
    toX,
    toY,
    turn: turn * DEGREE,
    distance,
    turnRate: turnRate * DEGREE,
    speed,
  };
}

/** A robot that has turned and starts to move: two lines. */
function turned(time: number, robot: number, place: Place, distance: number, speed: number): TraceRecord[] {
  const [x, y, , , heading] = place;
  return [
    event(time, robot, 'turn', 'finish', [x, y, x, y, heading]),
    event(time, robot, 'forward', 'start', place, [0, distance, 0, speed]),
  ];
}

/** A robot that has arrived, reads its sensor and turns to its next destination: four lines. */
function arrived(
  time: number,
  robot: number,
  [x, y, toX, toY, heading]: Place,
  [turn, , turnRate, speed]: Way,
): TraceRecord[] {
  const here: Place = [x, y, x, y, heading];
  const request = { kind: 'moveTo', x: toX, y: toY, speed, turnRate: turnRate * DEGREE };
  return [
    event(time, robot, 'forward', 'finish', here),
    { type: 'motionEnd', time, robot, task: 1, status: 'finished', x, y, heading: heading * DEGREE },
    { type: 'sensorRequest', time, robot, sensor: 'gps', request: { who: 'all', errorFactor: 0 } },
    { type: 'sensorReply', time, robot, sensor: 'gps', reply: [{ x, y }] },
    { type: 'motionRequest', time, robot, task: 2, kind: 'moveTo', request },
    { ...event(time, robot, 'turn', 'start', here, [turn, 0, turnRate, 0]), task: 2 },
  ];
}

/** Figure 4.12, with the spaces of its first request in both: a log of ten robots that gather. */
export const GATHERING = `\
31.059 p3 Event: | 31.059 | 3 | [734.769,518.859] | [734.769,518.859] | 196.621 | 0.000 | 0.000 | 0.000 | 0.000 | Finish_MoveTo_Sequence
31.059 p3 Event: | 31.059 | 3 | [734.769,518.859] | [423.319,425.888] | 196.621 | 0.000 | 325.031 | 0.000 | 4.570 | Do_MoveTo_Sequence
48.581 p4 Event: | 48.581 | 4 | [371.398,610.116] | [371.398,610.116] | 285.739 | 0.000 | 0.000 | 0.000 | 0.000 | Finish_MoveTo_Sequence
48.581 p4 Event: | 48.581 | 4 | [371.398,610.116] | [423.319,425.888] | 285.739 | 0.000 | 191.405 | 0.000 | 5.950 | Do_MoveTo_Sequence
53.710 p9 Event: | 53.710 | 9 | [423.319,425.888] | [423.319,425.888] | 199.610 | 0.000 | 0.000 | 0.000 | 0.000 | Finish_MoveTo
53.710 p9 SensorRequest: ROBOT# 9 | Positioning with errorFactor 0.0
53.710 p9 MotionRequest: TIME: 53.710 | ROBOT# 9 Task ID = 1 | MoveTo: ( 400.452 , 435.529 ) with turnSpeed = 4.761 moveSpeed = 3.978
53.710 p9 Event: | 53.710 | 9 | [423.319,425.888] | [423.319,425.888] | 199.610 | 317.529 | 0.000 | 4.761 | 0.000 | Do_MoveTo_Sequence
59.115 p6 Event: | 59.115 | 6 | [143.396,545.601] | [143.396,545.601] | 336.845 | 0.000 | 0.000 | 0.000 | 0.000 | Finish_MoveTo_Sequence
59.115 p6 Event: | 59.115 | 6 | [143.396,545.601] | [423.319,425.888] | 336.845 | 0.000 | 304.447 | 0.000 | 4.800 | Do_MoveTo_Sequence
65.838 p5 Event: | 65.838 | 5 | [61.379,510.807] | [61.379,510.807] | 346.796 | 0.000 | 0.000 | 0.000 | 0.000 | Finish_MoveTo_Sequence
65.838 p5 Event: | 65.838 | 5 | [61.379,510.807] | [423.319,425.888] | 346.796 | 0.000 | 371.769 | 0.000 | 5.943 | Do_MoveTo_Sequence
65.851 p1 Event: | 65.851 | 1 | [379.148,448.388] | [379.148,448.388] | 333.006 | 0.000 | 0.000 | 0.000 | 0.000 | Finish_MoveTo_Sequence
65.851 p1 Event: | 65.851 | 1 | [379.148,448.388] | [423.319,425.888] | 333.006 | 0.000 | 49.571 | 0.000 | 5.964 | Do_MoveTo_Sequence
74.163 p1 Event: | 74.163 | 1 | [423.319,425.888] | [423.319,425.888] | 333.006 | 0.000 | 0.000 | 0.000 | 0.000 | Finish_MoveTo
74.163 p1 SensorRequest: ROBOT# 1 | Positioning with errorFactor 0.0
74.163 p1 MotionRequest: TIME: 74.163 | ROBOT# 1 Task ID = 1 | MoveTo: ( 392.737 , 431.771 ) with turnSpeed = 5.774 moveSpeed = 4.389
74.163 p1 Event: | 74.163 | 1 | [423.319,425.888] | [423.319,425.888] | 333.006 | 196.105 | 0.000 | 5.774 | 0.000 | Do_MoveTo_Sequence
`;

/** Its second request as printed, without spaces. */
export const GATHERING_AS_PRINTED = GATHERING.replace('( 392.737 , 431.771 )', '(392.737, 431.771)');

/** The records from which figure 4.12 is written; ends and replies print no line. */
export const GATHERING_RECORDS: readonly TraceRecord[] = [
  ...turned(31.059, 3, [734.769, 518.859, 423.319, 425.888, 196.621], 325.031, 4.57),
  ...turned(48.581, 4, [371.398, 610.116, 423.319, 425.888, 285.739], 191.405, 5.95),
  ...arrived(53.71, 9, [423.319, 425.888, 400.452, 435.529, 199.61], [317.529, 0, 4.761, 3.978]),
  ...turned(59.115, 6, [143.396, 545.601, 423.319, 425.888, 336.845], 304.447, 4.8),
  ...turned(65.838, 5, [61.379, 510.807, 423.319, 425.888, 346.796], 371.769, 5.943),
  ...turned(65.851, 1, [379.148, 448.388, 423.319, 425.888, 333.006], 49.571, 5.964),
  ...arrived(74.163, 1, [423.319, 425.888, 392.737, 431.771, 333.006], [196.105, 0, 5.774, 4.389]),
];

/** Figure 5.2, of robots that move at random, with the zeros that the scan took for eights: as a console shows it. */
export const COLLISIONS = `\
CollisionEvent: | 68.269 | 86 | [753.817,734.828] | [675.772,448.298] | 254.723 | 0.000 | 0.000 | 0.000 | 0.000 | Do_MoveTo_Sequence(Collision)
CollisionEvent: | 68.324 | 52 | [681.815,336.437] | [766.488,299.472] | 331.504 | 0.000 | 0.000 | 0.000 | 0.000 | Do_MoveTo_Sequence(Collision)
Event: | 62.840 | 28 | [417.171,22.293] | [417.171,22.293] | 263.158 | 0.000 | 0.000 | 0.000 | 0.000 | Finish_MoveTo
MotionRequest: TIME: 62.840 | ROBOT# 28 Task ID = 1 | MoveTo: (759.919 , 127.897 ) with turnSpeed = 8.784 moveSpeed = 7.687
Event: | 62.840 | 28 | [417.171,22.293] | [417.171,22.293] | 263.158 | 131.844 | 0.000 | 8.704 | 0.000 | Do_MoveTo_Sequence
`;

/** From figure 5.4, of robots that gather: as printed, with the spaces of a page. */
export const MORE_GATHERING = `\
Event: | 80.433 | 8 | [419.290,386.045] | [419.290,386.045] | 35.148 | 0.000 | 0.000 | 0.000 | 0.000 | Finish_MoveTo
SensorRequest: ROBOT# 8 | Positioning with errorFactor 0.0
MotionRequest: TIME: 80.433 | ROBOT# 8 Task ID = 1 | MoveTo:   ( 407.641 , 411.715 ) with turnSpeed = 6.413 moveSpeed = 3.517
Event: | 80.433 | 8 | [419.290,386.045] | [419.290,386.045] |    35.148 | 79.260 | 0.000 | 6.413 | 0.000 | Do_MoveTo_Sequence
Event: | 92.793 | 8 | [419.290,386.045] |  [419.290,386.045] |  114.408 | 0.000 | 0.000 | 0.000 | 0.000 | Finish_MoveTo_Sequence
Event: | 92.793 | 8 | [419.290,386.045] |  [407.641,411.715] |  114.408 | 0.000 | 28.190 | 0.000 | 3.517 | Do_MoveTo_Sequence
SensorRequest: ROBOT#5 | Positioning with errorFactor 0.0
`;

/** From figure 5.6, of robots that ask for help, with the zeros that the scan took for eights. */
export const HELP = `\
0.000 p0 messages e s p0 p1,p2,p3,p4,p5,p6,p7,p8,p9 GOTO Point2D.Double[172.6449505651384, 157.88363674423255]
0.000 p1 messages e s p1 p0,p2,p3,p4,p5,p6,p7,p8,p9 GOTO Point2D.Double[233.5308683393837, 181.49180833660705]
0.031 p1 messages e r p0 p1,p2,p3,p4,p5,p6,p7,p8,p9 GOTO Point2D.Double[172.6449505651384, 157.88363674423255]
0.061 p5 messages e r p1 p0,p2,p3,p4,p5,p6,p7,p8,p9 GOTO Point2D.Double[233.5308683393837, 181.49180833660705]
`;
