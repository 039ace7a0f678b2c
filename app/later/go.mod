module early.holdfast/later

go 1.26.0
