@tool
class_name Player
extends CharacterBody2D

## Emitted when hurt.
signal hurt(amount: int)

enum State { IDLE, RUN }
const SPEED := 300.0
@export_range(0, 100) var health: int = 100:
	set(value):
		health = value
		hurt.emit(1)
@onready var sprite = $"Sprite:func"

# Runs each frame.
func _process(delta: float) -> void:
	var f = func(x): return x
	if Input.is_action_pressed("func fake():"):
		move(
			delta,
		)

static func build() -> Player:
	return null

class Inner:
	extends RefCounted
	var x = 1
	func go(): pass

@rpc("any_peer")
func remote_call():
	pass
