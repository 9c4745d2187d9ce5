/** Puts a robot's stack together by hand: the algorithm, on Lamport's broadcast, on links that keep the order, on the network. */
import { FifoLink, LamportBroadcast, type NekoRobot, PathReservation, wire } from 'kineko';

export function init(robot: NekoRobot): void {
  const link = wire(new FifoLink(robot), 'link', robot.network());
  const abcast = wire(new LamportBroadcast(robot), 'abcast', link);
  wire(new PathReservation(robot), 'path_reservation', abcast);
}
