# Questions to the table of events of a run: Rscript analysis.R [events.csv]

arguments <- commandArgs(trailingOnly = TRUE)
path <- if (length(arguments) > 0) arguments[1] else "events.csv"
events <- read.csv(path)

cat("What happened, and how often\n")
print(sort(table(events$type), decreasing = TRUE))

# How far was each robot to go, and how did its motions end?
starts <- subset(events, type == "motionEvent" & edge == "start")
if (nrow(starts) > 0) {
  cat("\nMetres planned, by robot\n")
  print(aggregate(distance ~ process, data = starts, FUN = sum))
}
ends <- subset(events, type == "motionEnd")
if (nrow(ends) > 0) {
  cat("\nEnds of motions, by robot\n")
  print(table(ends$process, ends$status))
}

# Two robots that run into each other at an instant collide once, though both their motions end.
collided <- subset(ends, status == "collided" & partner_kind == "robot")
if (nrow(collided) > 0) {
  pairs <- unique(data.frame(
    time = collided$time,
    low = pmin(collided$process, collided$partner),
    high = pmax(collided$process, collided$partner)
  ))
  cat("\nCollisions of robots, by pair\n")
  print(aggregate(time ~ low + high, data = pairs, FUN = length))
}

# How long do messages take? A message is named by its sender and its number there. A network may bring a copy twice: the
# first one counts.
sends <- subset(events, type == "send")[, c("from", "message", "time", "message_type")]
delivers <- subset(events, type == "deliver")[, c("from", "message", "time", "process")]
if (nrow(delivers) > 0) {
  delivers <- delivers[!duplicated(delivers[, c("from", "message", "process")]), ]
  arrived <- merge(delivers, sends, by = c("from", "message"), suffixes = c("_delivered", "_sent"))
  arrived$latency <- arrived$time_delivered - arrived$time_sent
  cat("\nLatency in seconds, by type of message\n")
  for (kind in unique(arrived$message_type)) {
    latency <- arrived$latency[arrived$message_type == kind]
    cat(kind, "\n")
    print(c(count = length(latency), mean = mean(latency), sd = sd(latency), quantile(latency, c(0, 0.5, 0.9, 0.99, 1))))
  }
  pdf("latency.pdf")
  hist(arrived$latency, breaks = 40, main = "Latency of messages", xlab = "seconds")
  invisible(dev.off())
}
