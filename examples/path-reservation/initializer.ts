/** Composes a robot's stack by hand: the algorithm, Lamport's broadcast, FIFO links, the network. */
import { FifoLink, LamportBroadcast, type NekoRobot, PathReservation, wire } from 'kineko';

export function init(robot: NekoRobot): void {
  const link = wire(new FifoLink(robot), 'link', robot.network());
  const abcast = wire(new LamportBroadcast(robot), 'abcast', link);
  wire(new PathReservation(robot), 'path_reservation', abcast);
}
